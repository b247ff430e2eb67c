package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.RspPaper.MACHINE;
import static dev.syncopate.study.paper.RspPaper.REM_SYNC;
import static dev.syncopate.study.paper.RspPaper.SCOPE_ONLY;
import static dev.syncopate.study.paper.RspPaper.STEAL_ONLY;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.paper.claim.ClaimOutcome;
import dev.syncopate.study.paper.claim.ClaimVocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The computations that {@code claims/rsp.yaml} names, and its labels. */
final class RspVocabulary {
  /** Speedups that differ by less count as equal. */
  private static final double TIE = 0.02;

  private final Ratios ratios;

  private RspVocabulary(Ratios ratios) {
    this.ratios = ratios;
  }

  /**
   * @param ratios over the baseline
   */
  static ClaimVocabulary of(Ratios ratios, List<String> scenarios) {
    RspVocabulary computed = new RspVocabulary(ratios);
    return StealingVocabulary.of(ratios.grid(), MACHINE, ratios.subjects(), scenarios)
        .computed(
            "one-without-other",
            names -> computed.oneWithoutOther(names.get(0), names.get(1), names.get(2)))
        .computed("both-help", names -> computed.bothHelp(names.getFirst()))
        .computed("misses-and-gain", _ -> computed.missesAndGain())
        .computed("hundreds-of-cycles", _ -> computed.hundredsOfCycles());
  }

  /** Gains may be losses, of which a ratio says nothing. */
  private ClaimOutcome oneWithoutOther(String subject, String scenario, String otherScenario) {
    double gain = ratios.speedup(subject, scenario) - 1;
    double otherGain = ratios.speedup(subject, otherScenario) - 1;
    return ClaimOutcome.of(
        ClaimOutcome.percent(otherGain) + " and " + ClaimOutcome.percent(gain),
        Double.isNaN(gain + otherGain)
            ? Claim.Verdict.NOT_MEASURED
            : otherGain < gain / 4
                ? Claim.Verdict.HELD
                : otherGain < gain ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD);
  }

  /** Both numbers are shown, the smaller one is judged. */
  private ClaimOutcome bothHelp(String subject) {
    double scopes = ratios.speedup(subject, SCOPE_ONLY) - 1;
    double stealing = ratios.speedup(subject, STEAL_ONLY) - 1;
    double smaller = Math.min(scopes, stealing);
    return ClaimOutcome.of(
        Double.isNaN(smaller)
            ? "-"
            : "%s scope-only, %s steal-only"
                .formatted(ClaimOutcome.times(1 + scopes), ClaimOutcome.times(1 + stealing)),
        Criterion.atLeast(TIE, smaller));
  }

  /** Which subjects are compared depends on what was measured. */
  private ClaimOutcome missesAndGain() {
    List<Double> closeGains = new ArrayList<>();
    List<Double> distantGains = new ArrayList<>();
    List<Double> misses = ratios.relative(SCOPE_ONLY, PaperMeasures::l1Misses);
    for (int i = 0; i < misses.size(); i++) {
      double difference = Math.abs(1 - misses.get(i));
      if (!Double.isNaN(difference)) {
        (difference < 0.1 ? closeGains : distantGains)
            .add(ratios.speedup(ratios.subjects().get(i), SCOPE_ONLY));
      }
    }
    double low = Means.geometric(closeGains);
    double high = Means.geometric(distantGains);
    return ClaimOutcome.of(
        "%s on %d subjects, %s on %d"
            .formatted(
                ClaimOutcome.times(low),
                closeGains.size(),
                ClaimOutcome.times(high),
                distantGains.size()),
        Double.isNaN(low + high)
            ? Claim.Verdict.NOT_MEASURED
            : low < high ? Claim.Verdict.HELD : Claim.Verdict.NOT_HELD);
  }

  /** Held by a mean, partly by the largest. */
  private ClaimOutcome hundredsOfCycles() {
    List<Double> cycles =
        ratios.subjects().stream()
            .map(subject ->
                ratios.grid().measure(subject, REM_SYNC, MACHINE, PaperMeasures::cyclesOfRemote))
            .filter(value -> !value.isNaN())
            .toList();
    if (cycles.isEmpty()) {
      return ClaimOutcome.of("-", Claim.Verdict.NOT_MEASURED);
    }
    double mean = Means.geometric(cycles);
    double maximum = cycles.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    return ClaimOutcome.of(
        String.format(Locale.ROOT, "%.0f cycles, on one subject %.0f", mean, maximum),
        mean >= 100 && mean < 1000
            ? Claim.Verdict.HELD
            : maximum >= 100 ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD);
  }
}
