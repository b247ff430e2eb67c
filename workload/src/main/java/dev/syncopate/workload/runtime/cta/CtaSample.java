package dev.syncopate.workload.runtime.cta;

import dev.syncopate.machine.warp.CtaSubset;

/**
 * A rule by which a launch runs some of its CTAs only: those of several strata, spread evenly over
 * the grid, that together fill the machine a number of times.
 *
 * <p>The grid is taken as rows of as many CTAs as the machine has compute units, so that with
 * static placement a CTA runs on the unit on which it runs in a whole launch. The machine holds as
 * many rows at once as a unit holds CTAs: that is a wave. A launch of no more waves than asked for
 * runs whole.
 *
 * @param waves of CTAs that run, at least 1; 0 for all CTAs
 * @param strata at least 1; a stratum has at least one row
 */
public record CtaSample(int waves, int strata) {
  /** Every CTA. */
  public static final CtaSample ALL = new CtaSample(0, 1);

  /** Strata unless told. */
  private static final int STRATA = 8;

  public CtaSample {
    if (waves < 0 || strata < 1) {
      throw new IllegalArgumentException("%d waves in %d strata".formatted(waves, strata));
    }
  }

  /** So many waves, in eight strata. */
  public static CtaSample waves(int waves) {
    return new CtaSample(waves, STRATA);
  }

  /** A quarter of the waves, at least one. */
  public CtaSample quarter() {
    return waves == 0 ? this : new CtaSample(Math.max(1, waves / 4), strata);
  }

  /**
   * The CTAs that run.
   *
   * @param grid CTAs of the grid
   * @param units compute units
   * @param ctasPerUnit CTAs that a unit holds at once
   */
  public CtaSubset of(long grid, int units, int ctasPerUnit) {
    long rows = (long) waves * ctasPerUnit;
    long parts = Math.min(strata, rows);
    if (waves == 0 || grid / units < 2 * rows || grid / units < parts * Math.ceilDiv(rows, parts)) {
      return CtaSubset.all(grid);
    }
    return new CtaSubset(grid, parts, Math.ceilDiv(rows, parts), units);
  }
}
