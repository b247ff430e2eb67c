package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.WarpInstruction;
import org.jspecify.annotations.Nullable;

/** Refuses kernels that name lanes in 32-bit masks on machines whose warps are wider. */
final class LaneMasks {
  private LaneMasks() {}

  /**
   * @param machine name for the message
   * @throws LaunchException naming the first such instruction
   */
  static void check(Program program, String machine, int warpWidth) {
    if (warpWidth <= Integer.SIZE) {
      return;
    }
    for (Instruction instruction : program.code()) {
      String name = masked(instruction);
      if (name != null) {
        throw new LaunchException(
            "%s: %s of %s works on masks of 32 lanes, but the warps of %s have %d; choose a machine with 32"
                .formatted(instruction.position(), name, program.name(), machine, warpWidth));
      }
    }
  }

  private static @Nullable String masked(Instruction instruction) {
    return switch (instruction) {
      case WarpInstruction.Shuffle shuffle when shuffle.maskGiven() -> "shfl.sync";
      case WarpInstruction.Vote vote when vote.maskGiven() -> "vote.sync";
      case WarpInstruction.Vote vote when vote.mode() == WarpInstruction.VoteMode.BALLOT ->
          "vote.ballot";
      case WarpInstruction.Match _ -> "match.sync";
      case WarpInstruction.WarpReduce _ -> "redux.sync";
      case WarpInstruction.Elect _ -> "elect.sync";
      case WarpInstruction.ActiveMask _ -> "activemask";
      case WarpInstruction.WarpSync _ -> "bar.warp.sync";
      case Arithmetic.ReadSpecial read ->
          switch (read.register()) {
            case LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT ->
                "%" + read.register().name().toLowerCase(java.util.Locale.ROOT);
            default -> null;
          };
      default -> null;
    };
  }
}
