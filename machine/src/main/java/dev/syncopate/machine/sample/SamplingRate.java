package dev.syncopate.machine.sample;

/**
 * How many launches of a stratum run in cycles.
 *
 * @param every one launch in so many, after the first two; 0 for as many as the error asks for
 */
public record SamplingRate(int every) {
  /** As many as the error asks for: see {@link LaunchStratum}. */
  public static final SamplingRate AUTO = new SamplingRate(0);

  public SamplingRate {
    if (every < 0) {
      throw new IllegalArgumentException("one launch in " + every);
    }
  }

  /** Whether the error decides. */
  public boolean automatic() {
    return every == 0;
  }
}
