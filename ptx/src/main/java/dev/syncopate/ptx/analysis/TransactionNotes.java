package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.ControlInstruction.SystemFunction;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kernel's actions inside transactions that a roll-back does not undo: registers, shared and
 * local memory are as they were, and the retry does the rest a second time. Where generic addresses
 * lead is not known: what is written through them is named, too.
 */
public final class TransactionNotes {
  private static final int MOST_PLACES = 8;

  private final Program program;

  private TransactionNotes(Program program) {
    this.program = program;
  }

  /** A sentence for each kind of such effects, with the places; none for most kernels. */
  public static List<String> of(Program program) {
    return program.transactional() ? new TransactionNotes(program).notes() : List.of();
  }

  private List<String> notes() {
    List<Position> global = new ArrayList<>();
    List<Position> generic = new ArrayList<>();
    List<Position> called = new ArrayList<>();
    BitSet inside = inside();
    for (int i = inside.nextSetBit(0); i >= 0; i = inside.nextSetBit(i + 1)) {
      Instruction instruction = program.code().get(i);
      switch (instruction) {
        case Store s when s.space() == StateSpace.GLOBAL -> global.add(s.position());
        case Atomic a when a.space() == StateSpace.GLOBAL -> global.add(a.position());
        case Store s when s.space() == StateSpace.GENERIC -> generic.add(s.position());
        case Atomic a when a.space() == StateSpace.GENERIC -> generic.add(a.position());
        case SystemCall c when c.function() != SystemFunction.ASSERTFAIL ->
            called.add(c.position());
        default -> {}
      }
    }
    List<String> notes = new ArrayList<>();
    note(notes, global, "writes global memory", "every attempt does so again");
    note(
        notes,
        generic,
        "writes through generic addresses",
        "a roll-back undoes that in shared and local memory only");
    note(notes, called, "calls printf, malloc or free", "every attempt does so again");
    return notes;
  }

  private void note(List<String> notes, List<Position> places, String verb, String so) {
    if (!places.isEmpty()) {
      List<String> lines =
          places.stream().distinct().limit(MOST_PLACES).map(Position::toString).toList();
      long omitted = places.stream().distinct().count() - lines.size();
      notes.add(
          "%s %s inside a transaction, and %s: %s%s"
              .formatted(
                  program.name(),
                  verb,
                  so,
                  String.join(", ", lines),
                  omitted == 0 ? "" : String.format(Locale.ROOT, " and %d more", omitted)));
    }
  }

  /** The instructions that may be executed inside a transaction. */
  private BitSet inside() {
    List<Instruction> code = program.code();
    NavigableSet<Integer> entries = new TreeSet<>(List.of(0));
    Set<Integer> addressed = new TreeSet<>(program.functionAddresses());
    addressed.remove(-1);
    entries.addAll(addressed);
    for (Instruction instruction : code) {
      if (instruction instanceof Call call) {
        entries.add(call.target());
      }
    }
    List<Integer> functions = List.copyOf(entries);
    TransactionDepth depth = new TransactionDepth(code, functions, new FlowGraph(code, functions));
    BitSet inside = new BitSet();
    for (int i = 0; i < code.size(); i++) {
      inside.set(i, depth.before(i) > 0);
    }
    for (int size = -1; size != inside.cardinality(); ) {
      size = inside.cardinality();
      for (int i = inside.nextSetBit(0); i >= 0; i = inside.nextSetBit(i + 1)) {
        if (code.get(i) instanceof Call call) {
          fill(inside, call.target(), entries);
        } else if (code.get(i) instanceof CallIndirect) {
          addressed.forEach(entry -> fill(inside, entry, entries));
        }
      }
    }
    return inside;
  }

  private void fill(BitSet inside, int entry, NavigableSet<Integer> entries) {
    Integer next = entries.higher(entry);
    inside.set(entry, next == null ? program.code().size() : next);
  }
}
