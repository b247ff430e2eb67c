package dev.syncopate.machine.gpu;

import dev.syncopate.machine.config.CoreConfig;

/**
 * How many CTAs of a launch a compute unit has room for.
 *
 * @param ctas resident at once
 * @param warps of a CTA
 * @param sharedStride shared memory that one occupies
 * @param limit what keeps there from being more
 */
public record Occupancy(int ctas, int warps, int sharedStride, String limit) {
  /** Registers are given to a thread in pieces of this many. */
  static final int REGISTER_GRANULARITY = 8;

  /** Shared memory is given to a CTA in pieces of this many bytes. */
  static final int SHARED_GRANULARITY = 128;

  /**
   * @throws IllegalArgumentException if not even one fits, naming the limit
   */
  public static Occupancy of(Launch launch, CoreConfig core) {
    int warps = Math.ceilDiv(launch.threads(), core.warpWidth());
    int registers =
        roundUp(Math.max(1, launch.program().registersPerThread()), REGISTER_GRANULARITY);
    int shared =
        Math.min(
            roundUp(launch.sharedBytes(), SHARED_GRANULARITY),
            Math.max(core.sharedBytes(), launch.sharedBytes()));
    int byCtas = core.maxCtas();
    int byWarps = core.maxWarps() / warps;
    long byRegisters = core.registers() / ((long) registers * warps * core.warpWidth());
    int byShared = shared == 0 ? Integer.MAX_VALUE : core.sharedBytes() / shared;
    long ctas = Math.min(Math.min(byCtas, byWarps), Math.min(byRegisters, byShared));
    String limit =
        ctas == byWarps
            ? warps + " warps a CTA, core.maxWarps " + core.maxWarps()
            : ctas == byRegisters
                ? registers + " registers a thread, core.registers " + core.registers()
                : ctas == byShared
                    ? shared
                        + " bytes of shared memory a CTA, core.sharedBytes "
                        + core.sharedBytes()
                    : "core.maxCtas " + core.maxCtas();
    if (ctas < 1) {
      throw new IllegalArgumentException(
          "a CTA of " + launch.program().name() + " does not fit a compute unit: " + limit);
    }
    return new Occupancy((int) ctas, warps, shared, limit);
  }

  private static int roundUp(int value, int granularity) {
    return Math.ceilDiv(value, granularity) * granularity;
  }
}
