package dev.syncopate.machine.decode;

import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Number of instructions from each instruction to the next one of some kind, on the shortest path.
 */
final class InstructionDistances {
  private static final int FAR = Integer.MAX_VALUE / 2;

  private InstructionDistances() {}

  /** To the end of the transaction around it: the commit itself not counted; 0 where none is. */
  static int[] toCommit(List<Instruction> code) {
    return to(
        code, instruction -> instruction instanceof Transaction t && !t.begin() && !t.nested());
  }

  /** To the return from the function that it is part of. */
  static int[] toReturn(List<Instruction> code) {
    return to(code, ControlInstruction.Return.class::isInstance);
  }

  private static int[] to(List<Instruction> code, Predicate<Instruction> end) {
    int[] distance = new int[code.size()];
    Arrays.fill(distance, FAR);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int pc = code.size() - 1; pc >= 0; pc--) {
        int now = end.test(code.get(pc)) ? 0 : 1 + after(code.get(pc), pc, distance);
        if (now < distance[pc]) {
          distance[pc] = now;
          changed = true;
        }
      }
    }
    for (int pc = 0; pc < distance.length; pc++) {
      distance[pc] = distance[pc] >= FAR ? 0 : distance[pc];
    }
    return distance;
  }

  /** The least distance of what may follow an instruction. */
  private static int after(Instruction instruction, int pc, int[] distance) {
    int next = pc + 1 < distance.length ? distance[pc + 1] : FAR;
    boolean always = instruction.guard().always();
    return switch (instruction) {
      case ControlInstruction.Branch branch ->
          Math.min(distance[branch.target()], always ? FAR : next);
      case ControlInstruction.BranchIndexed branch -> {
        int shortest = always ? FAR : next;
        for (int target : branch.targets()) {
          shortest = Math.min(shortest, distance[target]);
        }
        yield shortest;
      }
      case ControlInstruction.Return _, ControlInstruction.Exit _, ControlInstruction.Trap _ ->
          always ? FAR : next;
      default -> next;
    };
  }
}
