package dev.syncopate.workload.round;

/**
 * Selection of an algorithm's simulated rounds: of every {@code stride} rounds the one in the
 * middle. Each represents {@code stride} rounds, so a sum over simulated rounds is the sum over all
 * divided by the stride. Long rounds have their weight by taking long.
 *
 * @param stride rounds that one stands for; 1 for every round
 * @param last number of the last round, counted from 1; 0 if the device finds out
 */
public record RoundSample(long stride, long last) {
  /** Every round, at most {@code maxRounds} unless that is 0. */
  public static RoundSample every(long maxRounds) {
    return new RoundSample(1, maxRounds);
  }

  /** At most {@code number} rounds out of {@code last}. */
  public static RoundSample of(long number, long last) {
    long totalRounds = Math.max(1, last);
    return new RoundSample(Math.ceilDiv(totalRounds, number), totalRounds);
  }

  /** Whether this round is simulated. */
  public boolean has(long round) {
    return (round - 1) % stride == middle();
  }

  /** Whether a round after this one is simulated; where the device finds out, true. */
  public boolean goesOn(long round) {
    return last == 0 || round < last;
  }

  /** Where few rounds are left over at the end, the last stride has none in its middle. */
  private long middle() {
    return last == 0 ? 0 : Math.min((stride - 1) / 2, last - 1);
  }
}
