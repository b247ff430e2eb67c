package dev.syncopate.workload.heterosync.barrier;

import dev.syncopate.workload.heterosync.UnitGrid;

/**
 * Room for the words of a barrier in the layout of {@code barrier.cuh}: four places a unit and two
 * for all, each whole lines of 128 bytes that hold a slot for every CTA of a unit and for every
 * unit.
 *
 * @param place words from one place to the next
 * @param places number of places
 */
public record BarrierWords(int place, int places) {
  private static final int LINE_WORDS = 32;

  /** For the CTAs of a grid. */
  public static BarrierWords of(UnitGrid grid) {
    int slots = Math.max(grid.ctas(), grid.units());
    return new BarrierWords(Math.ceilDiv(slots, LINE_WORDS) * LINE_WORDS, 4 * grid.units() + 2);
  }

  /** Size in bytes; all zero before the first phase. */
  public long bytes() {
    return (long) place * places * Integer.BYTES;
  }
}
