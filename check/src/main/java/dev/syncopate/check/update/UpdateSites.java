package dev.syncopate.check.update;

import dev.syncopate.ptx.analysis.ReadModifyWrites;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import dev.syncopate.ptx.ir.Program;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The instructions of a kernel that may be halves of an update. */
final class UpdateSites {
  private static final int NONE = -1;

  private final int[] numberOf;
  private final @Nullable Update[] updates;
  private final int loads;

  UpdateSites(Program program) {
    List<Update> allUpdates = ReadModifyWrites.of(program);
    numberOf = new int[program.code().size()];
    updates = new @Nullable Update[program.code().size()];
    Arrays.fill(numberOf, NONE);
    int count = 0;
    for (Update update : allUpdates) {
      updates[update.store()] = update;
      for (int load : update.loads()) {
        if (numberOf[load] == NONE) {
          numberOf[load] = count++;
        }
      }
    }
    loads = count;
  }

  /** How many loads there are. */
  int loads() {
    return loads;
  }

  /** The number of a load among them; negative for another instruction. */
  int load(int pc) {
    return numberOf[pc];
  }

  /** What a store ends; null for another instruction. */
  @Nullable Update update(int pc) {
    return updates[pc];
  }

  /** Whether doing it twice with the same operand is doing it once. */
  static boolean repeats(Update update) {
    String name = update.operation();
    return name.startsWith("or.")
        || name.startsWith("and.")
        || name.startsWith("min.")
        || name.startsWith("max.");
  }
}
