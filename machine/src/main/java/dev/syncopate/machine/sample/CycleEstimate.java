package dev.syncopate.machine.sample;

import dev.syncopate.sim.stats.StudentQuantile;
import java.util.List;

/**
 * Cycles of some launches, of which a part was timed.
 *
 * @param launches all of them
 * @param timed those that ran in cycles
 * @param cycles of all: the timed ones' plus the estimates of the others
 * @param variance of {@code cycles}, in cycles squared
 * @param degrees of freedom of the variance; 0 if every launch was timed
 */
public record CycleEstimate(int launches, int timed, double cycles, double variance, int degrees) {
  /** Of no launches. */
  public static final CycleEstimate NONE = new CycleEstimate(0, 0, 0, 0, 0);

  /** Launches whose cycles are all known. */
  static CycleEstimate exactly(int launches, double cycles) {
    return new CycleEstimate(launches, launches, cycles, 0, 0);
  }

  /** Of independent strata: variances add up. */
  static CycleEstimate sum(List<CycleEstimate> strata) {
    CycleEstimate sum = NONE;
    for (CycleEstimate stratum : strata) {
      sum =
          new CycleEstimate(
              sum.launches + stratum.launches,
              sum.timed + stratum.timed,
              sum.cycles + stratum.cycles,
              sum.variance + stratum.variance,
              sum.degrees + stratum.degrees);
    }
    return sum;
  }

  /** Half of the 95 % interval of the cycles; 0 if every launch was timed. */
  public double halfWidth() {
    return degrees == 0 ? 0 : StudentQuantile.of(degrees) * Math.sqrt(variance);
  }

  /** Half of the 95 % interval over the cycles, in percent. */
  public double errorPercent() {
    return cycles == 0 ? 0 : 100 * halfWidth() / cycles;
  }
}
