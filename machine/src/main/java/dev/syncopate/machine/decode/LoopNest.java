package dev.syncopate.machine.decode;

import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import java.util.Arrays;
import java.util.List;

/**
 * The outermost loops of a kernel: a warp that leaves one gets on with its work, one that only
 * leaves loops inside them may still be waiting for something. A loop is the stretch from a
 * backward branch's target to the branch; stretches that overlap are one. Loops of called functions
 * do not count: the call may stand in a loop.
 */
final class LoopNest {
  private static final int NONE = -1;

  /** The loop each instruction is in. */
  private final int[] loop;

  LoopNest(Program program) {
    List<Instruction> code = program.code();
    int end = code.size();
    for (Instruction instruction : code) {
      if (instruction instanceof ControlInstruction.Call call) {
        end = Math.min(end, call.target());
      }
    }
    for (int function : program.functionAddresses()) {
      if (function > 0) {
        end = Math.min(end, function);
      }
    }
    // How many loops cover the step from each instruction to the next.
    int[] change = new int[code.size() + 1];
    for (int pc = 0; pc < end; pc++) {
      if (code.get(pc) instanceof ControlInstruction.Branch branch && branch.target() <= pc) {
        change[branch.target()]++;
        change[pc]--;
      }
    }
    loop = new int[code.size() + 1];
    Arrays.fill(loop, NONE);
    int depth = 0;
    int number = 0;
    for (int pc = 0; pc < code.size(); pc++) {
      int outerDepth = depth;
      depth += change[pc];
      if (outerDepth > 0 || depth > 0 || closesItself(code.get(pc), pc)) {
        loop[pc] = number;
      }
      if (depth == 0) {
        number++;
      }
    }
  }

  private static boolean closesItself(Instruction instruction, int pc) {
    return instruction instanceof ControlInstruction.Branch branch && branch.target() == pc;
  }

  /** Whether going from one instruction to another leaves an outermost loop. */
  boolean leaves(int sourcePc, int targetPc) {
    return loop[sourcePc] != NONE && loop[sourcePc] != loop[Math.min(targetPc, loop.length - 1)];
  }
}
