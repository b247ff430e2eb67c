package dev.syncopate.workload.runtime.cta;

import java.util.Arrays;
import java.util.LongSummaryStatistics;

/**
 * Core clock cycles from each CTA's dispatch to its last thread's exit, in the order of their
 * numbers in the grid (x fastest). The entry is 0 for a CTA that did not run to its end. Empty if
 * more than 65,536 ran, of which single times are not kept.
 */
public final class CtaCycles {
  private final long[] cycles;

  private CtaCycles(long[] cycles) {
    this.cycles = cycles;
  }

  /** Of these, which are copied. */
  public static CtaCycles of(long... cycles) {
    return new CtaCycles(cycles.clone());
  }

  /** CTAs whose times are known. */
  public int count() {
    return cycles.length;
  }

  /** Cycles of one CTA. */
  public long of(int cta) {
    return cycles[cta];
  }

  /** The mean; 0 of no CTAs. */
  public double mean() {
    return Arrays.stream(cycles).average().orElse(0);
  }

  /** A copy. */
  public long[] toArray() {
    return cycles.clone();
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof CtaCycles that && Arrays.equals(cycles, that.cycles);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(cycles);
  }

  @Override
  public String toString() {
    LongSummaryStatistics summary = Arrays.stream(cycles).summaryStatistics();
    return cycles.length == 0
        ? "no CTAs"
        : cycles.length + " CTAs, " + summary.getMin() + " to " + summary.getMax() + " cycles";
  }
}
