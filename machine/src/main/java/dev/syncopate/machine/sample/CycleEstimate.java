package dev.syncopate.machine.sample;

import dev.syncopate.sim.stats.StudentQuantile;
import java.util.List;

/**
 * Cycles of some launches, of which a part was timed.
 *
 * @param launches all of them
 * @param timed those that ran in cycles
 * @param ctas of all launches
 * @param timedCtas those that ran in cycles
 * @param cycles of all: the timed ones' plus the estimates of the others
 * @param variance of {@code cycles} due to launches without time, in cycles squared
 * @param degrees of freedom of the variance; 0 if every launch was timed
 * @param ctaError half of the 95 % interval due to CTAs of timed launches that did not run in
 *     cycles. In all launches the same CTAs run, so errors of launches do not cancel: they add up
 */
public record CycleEstimate(
    int launches,
    int timed,
    long ctas,
    long timedCtas,
    double cycles,
    double variance,
    int degrees,
    double ctaError) {
  /** Of no launches. */
  public static final CycleEstimate NONE = new CycleEstimate(0, 0, 0, 0, 0, 0, 0, 0);

  /** Of independent strata: variances add up. */
  static CycleEstimate sum(List<CycleEstimate> strata) {
    CycleEstimate sum = NONE;
    for (CycleEstimate stratum : strata) {
      sum =
          new CycleEstimate(
              sum.launches + stratum.launches,
              sum.timed + stratum.timed,
              sum.ctas + stratum.ctas,
              sum.timedCtas + stratum.timedCtas,
              sum.cycles + stratum.cycles,
              sum.variance + stratum.variance,
              sum.degrees + stratum.degrees,
              sum.ctaError + stratum.ctaError);
    }
    return sum;
  }

  /** Half of the 95 % interval of the cycles; 0 if every CTA was timed. */
  public double halfWidth() {
    double launchError = degrees == 0 ? 0 : StudentQuantile.of(degrees) * Math.sqrt(variance);
    return Math.hypot(launchError, ctaError);
  }

  /** Half of the 95 % interval over the cycles, in percent. */
  public double errorPercent() {
    return cycles == 0 ? 0 : 100 * halfWidth() / cycles;
  }
}
