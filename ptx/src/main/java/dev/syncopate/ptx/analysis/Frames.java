package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.Instruction;
import java.util.Arrays;
import java.util.List;

/**
 * Which functions of a program may be active in a thread at once, and so must not share registers.
 * A function's frame begins behind those of all its callers; where there are calls through
 * addresses, whose callees are not known, every function has a frame of its own.
 */
final class Frames {
  private final int functions;
  private final int[] callers;
  private final int[] callees;
  private final boolean indirect;

  Frames(List<Instruction> code, int[] functionOf) {
    functions = code.isEmpty() ? 1 : functionOf[code.size() - 1] + 1;
    int[] from = new int[8];
    int[] to = new int[8];
    int count = 0;
    boolean throughAddress = false;
    for (int i = 0; i < code.size(); i++) {
      Instruction instruction = code.get(i);
      throughAddress |= instruction instanceof CallIndirect;
      if (instruction instanceof Call call) {
        if (count == from.length) {
          from = Arrays.copyOf(from, 2 * count);
          to = Arrays.copyOf(to, 2 * count);
        }
        from[count] = functionOf[i];
        to[count++] = functionOf[call.target()];
      }
    }
    callers = Arrays.copyOf(from, count);
    callees = Arrays.copyOf(to, count);
    indirect = throughAddress;
  }

  int functions() {
    return functions;
  }

  /** Where each function's frame begins, given their sizes. */
  int[] bases(int[] sizes) {
    int[] bases = new int[functions];
    if (indirect) {
      for (int f = 1; f < functions; f++) {
        bases[f] = bases[f - 1] + sizes[f - 1];
      }
      return bases;
    }
    // Without recursion no chain of calls is longer than there are functions.
    boolean moved = true;
    for (int pass = 0; moved && pass < functions; pass++) {
      moved = false;
      for (int c = 0; c < callers.length; c++) {
        int behind = bases[callers[c]] + sizes[callers[c]];
        if (bases[callees[c]] < behind) {
          bases[callees[c]] = behind;
          moved = true;
        }
      }
    }
    return bases;
  }
}
