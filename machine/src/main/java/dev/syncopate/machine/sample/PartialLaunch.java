package dev.syncopate.machine.sample;

import dev.syncopate.machine.functional.CtaWork;
import dev.syncopate.machine.gpu.KernelRun;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.sim.stats.StudentQuantile;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Estimate of a whole launch from a run of some of its CTAs in cycles. The work of a CTA is the
 * number of its warp instructions, which is known of all CTAs. The time for which the others would
 * stay is estimated from their work, as a ratio (Cochran, Sampling Techniques, 1977, chapter 6).
 * All of them run while the machine is full. Of those that ran the first stratum began in step, and
 * the last wave ran while the machine emptied, so these do not enter the ratio.
 *
 * <p>CTAs that run at the same time delay one another, so the strata of the subset are the units of
 * which the error is computed. With time T and work W of each of n strata, R = ΣT/ΣW, and residuals
 * d = T − RW: Var(R) = n/(n − 1) Σd²/(ΣW)², for the others alone.
 *
 * @param cycles of the whole launch
 * @param error half of the 95 % interval of {@code cycles}
 * @param scale work of all CTAs over the work of those that ran
 * @param ran CTAs that ran
 */
record PartialLaunch(double cycles, double error, double scale, long ran) {
  /**
   * The estimate.
   *
   * @param run of the CTAs that ran, to its end
   * @param subset that ran
   * @param slots CTAs that the machine holds at once
   * @throws IllegalArgumentException if less than two strata ran while the machine was full
   */
  static PartialLaunch of(KernelRun run, CtaSubset subset, CtaWork work, long slots) {
    int ran = run.ctaCycles().length;
    int span = Math.toIntExact(subset.rows() * subset.step());
    int end = Math.toIntExact(ran - slots);
    int strata = Math.ceilDiv(end, span) - 1;
    if (strata < 2) {
      throw new IllegalArgumentException(
          "%d CTAs ran, which fill %d slots too few times".formatted(ran, slots));
    }
    double[] residence = new double[strata];
    double[] instructions = new double[strata];
    double sumWork = 0;
    for (int cta = 0; cta < ran; cta++) {
      sumWork += (double) work.of(cta);
      if (cta >= span && cta < end) {
        residence[cta / span - 1] += (double) run.ctaCycles()[cta];
        instructions[cta / span - 1] += (double) work.of(cta);
      }
    }
    double fullWork = Arrays.stream(instructions).sum();
    double rate = Arrays.stream(residence).sum() / fullWork;
    double squares = 0;
    for (int stratum = 0; stratum < strata; stratum++) {
      double residual = residence[stratum] - rate * instructions[stratum];
      squares += residual * residual;
    }
    double deviation = Math.sqrt(squares * strata / (strata - 1)) / fullWork;
    double otherWork = (double) work.total() - sumWork;
    return new PartialLaunch(
        CtaSubset.wholeCycles(run.cycles(), rate * sumWork, otherWork / sumWork, slots),
        StudentQuantile.of(strata - 1) * deviation * otherWork / slots,
        (double) work.total() / sumWork,
        ran);
  }

  /** Counters of the whole launch: those that are known, the others scaled. */
  SortedMap<String, Long> counters(
      SortedMap<String, Long> ofPart, SortedMap<String, Long> counted) {
    SortedMap<String, Long> counters = new TreeMap<>();
    ofPart.forEach((name, value) -> counters.put(name, Math.round(value * scale)));
    counters.putAll(counted);
    return counters;
  }
}
