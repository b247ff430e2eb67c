package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.RegisterNeed;
import java.util.ArrayList;
import java.util.List;

/**
 * Resources of a kernel with all functions that it calls: the largest need of a function that it
 * reaches. By the calling convention a function saves in memory those of its caller's registers
 * that it takes itself, so that needs along a chain of calls, a recursive one too, do not add up. A
 * call through an address may go to any function that has one.
 */
final class CallChains {
  /** Registers that the convention leaves to a function with an unknown body. */
  private static final int SCRATCH = 20;

  /** What calling such a function takes at least. */
  private static final int LEAST_FOR_UNSEEN = 24;

  private final List<Instruction> code;
  private final int[] functionOf;
  private final List<List<Integer>> calls = new ArrayList<>();
  private final int[] addressed;

  /**
   * @param addressed functions that calls through addresses may go to
   */
  CallChains(List<Instruction> code, int[] functionOf, int functions, int[] addressed) {
    this.code = code;
    this.functionOf = functionOf;
    this.addressed = addressed;
    for (int f = 0; f < functions; f++) {
      calls.add(new ArrayList<>());
    }
    for (int i = 0; i < code.size(); i++) {
      Instruction instruction = code.get(i);
      if (instruction instanceof Call
          || instruction instanceof CallIndirect
          || instruction instanceof SystemCall) {
        calls.get(functionOf[i]).add(i);
      }
    }
  }

  /**
   * The need of the kernel, function 0.
   *
   * @param functionNeeds what each function needs by itself
   * @param across what is live across each instruction
   */
  int need(int[] functionNeeds, int[] across) {
    int[] needs = functionNeeds.clone();
    boolean grown = true;
    while (grown) {
      grown = false;
      for (int f = 0; f < functionNeeds.length; f++) {
        for (int call : calls.get(f)) {
          int need = at(call, across[call], needs);
          if (need > needs[f]) {
            needs[f] = need;
            grown = true;
          }
        }
      }
    }
    return Math.min(needs[0], RegisterNeed.MOST);
  }

  private int at(int call, int live, int[] needs) {
    return switch (code.get(call)) {
      case Call named -> needs[functionOf[named.target()]];
      case CallIndirect _ -> {
        int largest = LEAST_FOR_UNSEEN;
        for (int callee : addressed) {
          largest = Math.max(largest, needs[callee]);
        }
        yield largest;
      }
      default -> Math.max(LEAST_FOR_UNSEEN, live + SCRATCH);
    };
  }
}
