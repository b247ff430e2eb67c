package dev.syncopate.machine.sample;

/**
 * How many launches of a stratum run in cycles, and how many of their CTAs.
 *
 * @param every one launch in so many, after the first two; 0 for as many as the error asks for
 * @param waves of CTAs that run of a launch in cycles, if its grid has more than twice as many
 *     ({@link dev.syncopate.machine.warp.CtaSubset#waves}); 0 for all CTAs
 */
public record SamplingRate(int every, int waves) {
  /** The fewest waves of which an error can be told. */
  public static final int FEWEST_WAVES = 4;

  public SamplingRate {
    if (waves != 0 && waves < FEWEST_WAVES) {
      throw new IllegalArgumentException(waves + " waves");
    }
    if (every < 0) {
      throw new IllegalArgumentException("one launch in " + every);
    }
  }

  /** Whether the error decides. */
  public boolean automatic() {
    return every == 0;
  }
}
