package dev.syncopate.machine.sample;

import dev.syncopate.machine.config.CoreConfig.CtaPlacement;

/**
 * How many launches of a stratum run in cycles, and how many of their CTAs.
 *
 * @param every one launch in so many, after the first two; 0 for as many as the error asks for
 * @param waves of CTAs that run of a launch in cycles, if its grid has more than twice as many
 *     ({@link dev.syncopate.machine.warp.CtaSubset#waves}); 0 for all CTAs, {@link #AUTOMATIC} for
 *     what the machine's placement of CTAs allows
 */
public record SamplingRate(int every, int waves) {
  /** The fewest waves of which an error can be told. */
  public static final int FEWEST_WAVES = 4;

  /** Number of waves that stands for the machine's choice. */
  public static final int AUTOMATIC = -1;

  private static final int AUTOMATIC_WAVES = 8;

  /**
   * Half of the 95 % interval of an estimate from some CTAs that is small enough, over its cycles.
   */
  private static final double TARGET = 0.05;

  public SamplingRate {
    if (waves != 0 && waves != AUTOMATIC && waves < FEWEST_WAVES) {
      throw new IllegalArgumentException(waves + " waves");
    }
    if (every < 0) {
      throw new IllegalArgumentException("one launch in " + every);
    }
  }

  /**
   * The number of waves on a machine; 0 for all CTAs. With static placement the choice is all CTAs:
   * in a long launch units drift apart, so that a few waves do not show the rate of the whole.
   */
  int waves(CtaPlacement placement) {
    if (waves != AUTOMATIC) {
      return waves;
    }
    return placement == CtaPlacement.DYNAMIC ? AUTOMATIC_WAVES : 0;
  }

  /** Whether launches of a kernel are to run whole after an estimate from some of their CTAs. */
  boolean refuses(PartialLaunch estimate) {
    return waves == AUTOMATIC && estimate.error() > TARGET * estimate.cycles();
  }

  /** Whether the error decides. */
  public boolean automatic() {
    return every == 0;
  }
}
