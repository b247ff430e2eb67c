package dev.syncopate.machine.core;

import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.sim.text.KernelName;
import java.util.ArrayList;
import java.util.List;

/** Message of a full stack. */
public final class StackTexts {
  /** Calls shown at either end of a chain that is longer. */
  private static final int SHOWN = 4;

  private StackTexts() {}

  /**
   * The stack of the current split's lanes has no room for more bytes.
   *
   * @param requestedBytes bytes that are asked for
   */
  public static String overflow(Grid grid, Warp warp, long requestedBytes) {
    Program program = grid.kernel().program;
    long size = grid.space().localBytesPerThread() - program.stackBase();
    return "stack overflow: %d more bytes do not fit into the thread's stack of %d (cudaLimitStackSize, --stack), %s"
        .formatted(requestedBytes, size, chain(program, warp.schedule.returnAddresses()));
  }

  /** The calls from the kernel to the innermost function, those in the middle left out. */
  private static String chain(Program program, int[] returnAddresses) {
    List<String> calls = new ArrayList<>();
    for (int i = returnAddresses.length - 1; i >= 0; i--) {
      calls.add(call(program.code().get(returnAddresses[i] - 1)));
    }
    int hiddenCount = calls.size() - 2 * SHOWN;
    if (hiddenCount > 1) {
      calls.subList(SHOWN, SHOWN + hiddenCount).clear();
      calls.add(SHOWN, hiddenCount + " more calls");
    }
    return "%d %s deep: %s%s"
        .formatted(
            returnAddresses.length,
            returnAddresses.length == 1 ? "call" : "calls",
            KernelName.readable(program.name()),
            calls.isEmpty() ? "" : " -> " + String.join(" -> ", calls));
  }

  private static String call(Instruction call) {
    String callee =
        call instanceof Call named
            ? KernelName.readable(named.callee())
            : "a function by its address";
    return callee + " (line " + call.position().line() + ")";
  }
}
