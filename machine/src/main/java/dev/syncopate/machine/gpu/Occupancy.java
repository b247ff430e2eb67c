package dev.syncopate.machine.gpu;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.RegisterNeed;

/**
 * Number of a launch's CTAs that fit on a compute unit.
 *
 * @param ctas resident at once
 * @param warps of a CTA
 * @param registers of a thread, in whole pieces
 * @param sharedStride shared memory that one occupies
 * @param limit what keeps there from being more
 */
public record Occupancy(int ctas, int warps, int registers, int sharedStride, String limit) {
  /** Shared memory is given to a CTA in pieces of this many bytes. */
  static final int SHARED_GRANULARITY = 128;

  /**
   * @param sharedBytes shared memory of a compute unit
   * @throws IllegalArgumentException if not even one fits, naming the limit
   */
  public static Occupancy of(Launch launch, CoreConfig core, int sharedBytes) {
    int warps = Math.ceilDiv(launch.threads(), core.warpWidth());
    Program program = launch.program();
    int registers =
        roundUp(
            program
                .registers()
                .perThread(core.registers(), core.maxWarps() * core.warpWidth(), bound(program)),
            RegisterNeed.GRANULARITY);
    int bytes = launch.sharedBytes();
    int shadow = program.transactional() ? (int) TxConfig.shadowBytes(bytes, launch.threads()) : 0;
    int shared =
        Math.min(
            roundUp(bytes + shadow, SHARED_GRANULARITY), Math.max(sharedBytes, bytes + shadow));
    int byCtas = core.maxCtas();
    int byWarps = core.maxWarps() / warps;
    long byRegisters = core.registers() / ((long) registers * warps * core.warpWidth());
    boolean tooMuch = core.ctaSharedBytes() > 0 && bytes + shadow > core.ctaSharedBytes();
    int byShared = tooMuch ? 0 : shared == 0 ? Integer.MAX_VALUE : sharedBytes / shared;
    long ctas = Math.min(Math.min(byCtas, byWarps), Math.min(byRegisters, byShared));
    String limit =
        ctas == byWarps
            ? warps + " warps a CTA, core.maxWarps " + core.maxWarps()
            : ctas == byRegisters
                ? registers + " registers a thread, core.registers " + core.registers()
                : ctas == byShared
                    ? (tooMuch ? bytes + shadow : shared)
                        + " bytes of shared memory a CTA, "
                        + shadowed(bytes, shadow)
                        + (tooMuch
                            ? "core.ctaSharedBytes " + core.ctaSharedBytes()
                            : "core.sharedBytes " + left(core.sharedBytes(), sharedBytes))
                    : "core.maxCtas " + core.maxCtas();
    if (ctas < 1) {
      throw new IllegalArgumentException(
          "a CTA of " + launch.program().name() + " does not fit a compute unit: " + limit);
    }
    return new Occupancy((int) ctas, warps, registers, shared, limit);
  }

  private static String shadowed(int bytes, int shadow) {
    return shadow == 0
        ? ""
        : "%d and %d for the shadow of its transactions (old values and owners of %d words), "
            .formatted(bytes, shadow, (bytes + 3) / 4);
  }

  private static String left(int total, int remaining) {
    return remaining == total
        ? Integer.toString(total)
        : "%d less %d that mechanisms take".formatted(total, total - remaining);
  }

  /** The most threads a CTA of the kernel has by its own account, or 0. */
  private static int bound(Program program) {
    return program.requiredBlock().isEmpty()
        ? program.maxThreads()
        : program.requiredBlock().stream().reduce(1, (x, y) -> x * y);
  }

  private static int roundUp(int value, int granularity) {
    return Math.ceilDiv(value, granularity) * granularity;
  }
}
