package dev.syncopate.workload.runtime.cta;

import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.workload.runtime.api.Internal;

/**
 * A rule by which a launch runs some of its CTAs only: those that fill the machine a number of
 * times.
 *
 * <p>A wave is as many CTAs as the machine holds at once. The grid is divided into twice as many
 * equal parts as waves are asked for, and half a wave in the middle of each part runs ({@link
 * CtaSubset#waves}). A launch of less than twice the waves asked for runs whole.
 *
 * @param waves of CTAs that run, at least 1; 0 for all CTAs
 */
public record CtaSample(int waves) {
  /** Every CTA. */
  public static final CtaSample ALL = new CtaSample(0);

  public CtaSample {
    if (waves < 0) {
      throw new IllegalArgumentException(waves + " waves");
    }
  }

  /** So many waves. */
  public static CtaSample waves(int waves) {
    return new CtaSample(waves);
  }

  /**
   * A part of the waves, at least one; of all CTAs all.
   *
   * @param divisor at least 1
   */
  public CtaSample part(int divisor) {
    return waves == 0 ? this : new CtaSample(Math.max(1, waves / divisor));
  }

  /**
   * The CTAs that run.
   *
   * @param grid CTAs of the grid
   * @param units compute units
   * @param ctasPerUnit CTAs that a unit holds at once
   */
  @Internal
  public CtaSubset of(long grid, int units, int ctasPerUnit) {
    return CtaSubset.waves(waves, grid, units, ctasPerUnit);
  }
}
