package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import java.util.List;
import java.util.Objects;

/**
 * Barriers of a CTA (PTX ISA, "Parallel Synchronization and Communication Instructions: bar"):
 * complete when as many threads are there as the instruction says, or all that have not exited.
 */
final class Barriers {
  private final Operand operands;

  Barriers(Operand operands) {
    this.operands = operands;
  }

  static boolean is(InstructionSyntax in) {
    return (in.opcode().equals("bar") && !Exchange.isWarpBarrier(in))
        || in.opcode().equals("barrier");
  }

  private static boolean reduces(InstructionSyntax in) {
    return in.has("red");
  }

  /** The thread comes to a barrier and waits there. */
  void arrive(Lane lane, InstructionSyntax in) {
    if (in.has("arrive") || in.has("cluster")) {
      throw new ReferenceException(in.mnemonic() + " is not known");
    }
    List<OperandSyntax> list = in.operands();
    int first = reduces(in) ? 1 : 0;
    int counts = list.size() - first - (reduces(in) ? 1 : 0);
    lane.waitsAt = in;
    lane.barrier = (int) operands.value(lane, in, list.get(first));
    lane.wanted = counts > 1 ? operands.value(lane, in, list.get(first + 1)) : -1;
  }

  /** Lets go those of a barrier that is complete. */
  boolean complete(List<Lane> threads) {
    boolean any = false;
    for (int barrier = 0; barrier < 16; barrier++) {
      int number = barrier;
      List<Lane> there = threads.stream().filter(lane -> lane.barrier == number).toList();
      if (!there.isEmpty()) {
        long live = threads.stream().filter(lane -> !lane.exited).count();
        long wanted = there.get(0).wanted;
        if (there.size() >= (wanted < 0 ? live : wanted)) {
          release(there);
          any = true;
        }
      }
    }
    return any;
  }

  private void release(List<Lane> there) {
    long holding = there.stream().filter(this::holds).count();
    for (Lane lane : there) {
      InstructionSyntax in = Objects.requireNonNull(lane.waitsAt);
      if (reduces(in)) {
        OperandSyntax into = in.operands().get(0);
        if (in.has("popc")) {
          operands.set(lane, in, into, holding);
        } else {
          boolean result = in.has("and") ? holding == there.size() : holding > 0;
          operands.setPredicate(lane, in, into, result);
        }
      }
      lane.pass();
    }
  }

  private boolean holds(Lane lane) {
    InstructionSyntax in = Objects.requireNonNull(lane.waitsAt);
    return reduces(in) && operands.predicate(lane, in, in.operands().getLast());
  }
}
