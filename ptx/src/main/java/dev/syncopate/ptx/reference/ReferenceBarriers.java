package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import java.util.List;
import java.util.Objects;

/**
 * Barriers of a CTA (PTX ISA, "Parallel Synchronization and Communication Instructions: bar"):
 * complete when as many threads are there as the instruction says, or all that have not exited.
 */
final class ReferenceBarriers {
  private final OperandAccess operands;

  ReferenceBarriers(OperandAccess operands) {
    this.operands = operands;
  }

  static boolean is(InstructionSyntax instruction) {
    return (instruction.opcode().equals("bar") && !LaneExchange.isWarpBarrier(instruction))
        || instruction.opcode().equals("barrier");
  }

  private static boolean reduces(InstructionSyntax instruction) {
    return instruction.has("red");
  }

  /** The thread comes to a barrier and waits there. */
  void arrive(Lane lane, InstructionSyntax instruction) {
    if (instruction.has("arrive") || instruction.has("cluster")) {
      throw new ReferenceException(instruction.mnemonic() + " is not known");
    }
    List<OperandSyntax> list = instruction.operands();
    int first = reduces(instruction) ? 1 : 0;
    int counts = list.size() - first - (reduces(instruction) ? 1 : 0);
    lane.waitsAt = instruction;
    lane.barrier = (int) operands.value(lane, instruction, list.get(first));
    lane.awaited = counts > 1 ? operands.value(lane, instruction, list.get(first + 1)) : -1;
  }

  /** Lets go those of a barrier that is complete. */
  boolean complete(List<Lane> threads) {
    boolean anyReleased = false;
    for (int barrier = 0; barrier < 16; barrier++) {
      int number = barrier;
      List<Lane> waitingLanes = threads.stream().filter(lane -> lane.barrier == number).toList();
      if (!waitingLanes.isEmpty()) {
        long live = threads.stream().filter(lane -> !lane.exited).count();
        long expectedThreads = waitingLanes.get(0).awaited;
        if (waitingLanes.size() >= (expectedThreads < 0 ? live : expectedThreads)) {
          release(waitingLanes);
          anyReleased = true;
        }
      }
    }
    return anyReleased;
  }

  private void release(List<Lane> waitingLanes) {
    long holding = waitingLanes.stream().filter(this::holds).count();
    for (Lane lane : waitingLanes) {
      InstructionSyntax instruction = Objects.requireNonNull(lane.waitsAt);
      if (reduces(instruction)) {
        OperandSyntax destination = instruction.operands().get(0);
        if (instruction.has("popc")) {
          operands.set(lane, instruction, destination, holding);
        } else {
          boolean result = instruction.has("and") ? holding == waitingLanes.size() : holding > 0;
          operands.setPredicate(lane, instruction, destination, result);
        }
      }
      lane.pass();
    }
  }

  private boolean holds(Lane lane) {
    InstructionSyntax instruction = Objects.requireNonNull(lane.waitsAt);
    return reduces(instruction)
        && operands.predicate(lane, instruction, instruction.operands().getLast());
  }
}
