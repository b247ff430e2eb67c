package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.Instruction;
import java.util.Arrays;
import java.util.List;

/**
 * Functions of a program that may be active in a thread at once, and so must not share registers. A
 * function's frame begins behind those of all its callers. Functions that call one another in a
 * circle save their registers around those calls, and may share them; what else calls them is
 * before all of them. Where there are calls through addresses, whose callees are not known, every
 * function has a separate frame.
 */
final class Frames {
  private final int functions;
  private final int[] callers;
  private final int[] callees;
  private final boolean indirect;

  /** The circle of calls that each function is part of. */
  private final int[] circles;

  Frames(List<Instruction> code, int[] functionOf) {
    functions = code.isEmpty() ? 1 : functionOf[code.size() - 1] + 1;
    int[] callSources = new int[8];
    int[] callTargets = new int[8];
    int count = 0;
    boolean throughAddress = false;
    for (int i = 0; i < code.size(); i++) {
      Instruction instruction = code.get(i);
      throughAddress |= instruction instanceof CallIndirect;
      if (instruction instanceof Call call) {
        if (count == callSources.length) {
          callSources = Arrays.copyOf(callSources, 2 * count);
          callTargets = Arrays.copyOf(callTargets, 2 * count);
        }
        callSources[count] = functionOf[i];
        callTargets[count++] = functionOf[call.target()];
      }
    }
    callers = Arrays.copyOf(callSources, count);
    callees = Arrays.copyOf(callTargets, count);
    indirect = throughAddress;
    StronglyConnectedComponents calls = new StronglyConnectedComponents();
    for (int f = 0; f < functions; f++) {
      calls.node();
    }
    for (int c = 0; c < count; c++) {
      calls.edge(callSources[c], callTargets[c]);
    }
    circles = calls.find();
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
    // Only circles of calls could make a chain longer than there are functions.
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int c = 0; c < callers.length; c++) {
        boolean circular =
            circles[callers[c]] != StronglyConnectedComponents.NONE
                && circles[callers[c]] == circles[callees[c]];
        int frameEnd = bases[callers[c]] + (circular ? 0 : sizes[callers[c]]);
        if (bases[callees[c]] < frameEnd) {
          bases[callees[c]] = frameEnd;
          moved = true;
        }
      }
    }
    return bases;
  }
}
