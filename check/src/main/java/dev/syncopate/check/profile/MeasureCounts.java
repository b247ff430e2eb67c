package dev.syncopate.check.profile;

/** A number for each {@link ProfileMeasure}. */
@SuppressWarnings("EnumOrdinal") // an index into an array that lives no longer than the program
public final class MeasureCounts {
  private final long[] values = new long[ProfileMeasure.values().length];

  /** Nothing. */
  public MeasureCounts() {}

  public long of(ProfileMeasure measure) {
    return values[measure.ordinal()];
  }

  /** Warp-cycles in which warps waited to issue it, for any cause. */
  public long stalled() {
    long sum = 0;
    for (ProfileMeasure measure : ProfileMeasure.stalls()) {
      sum += of(measure);
    }
    return sum;
  }

  /** Warp-cycles in which warps issued it or waited to: what it costs. */
  public long warpCycles() {
    return of(ProfileMeasure.WARP_INSTRUCTIONS) + stalled();
  }

  void add(ProfileMeasure measure, long amount) {
    values[measure.ordinal()] += amount;
  }

  /** Adds each. */
  public void add(MeasureCounts counts) {
    for (int i = 0; i < values.length; i++) {
      values[i] += counts.values[i];
    }
  }

  /** Whether nothing was counted. */
  public boolean isEmpty() {
    for (long value : values) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }
}
