package dev.syncopate.workload.heterosync.barrier;

import dev.syncopate.workload.heterosync.UnitGrid;

/**
 * Size of a barrier's words in the layout of {@code barrier.cuh}: a part for all units and one for
 * each unit. A part has room for twice as many CTAs as the machine can hold, or as there are.
 *
 * @param stride words of a part
 * @param parts number of parts
 */
public record BarrierWords(int stride, int parts) {
  /** CTAs of 32 threads that a unit of 1,024 threads holds. */
  private static final int RESIDENT = 32;

  /** For the CTAs of a grid. */
  public static BarrierWords of(UnitGrid grid) {
    int maxCtas = grid.units() * Math.max(RESIDENT, grid.ctas());
    return new BarrierWords(2 * maxCtas, grid.units() + 1);
  }

  /** Size in bytes; all zero before the first phase. */
  public long bytes() {
    return (long) stride * parts * Integer.BYTES;
  }
}
