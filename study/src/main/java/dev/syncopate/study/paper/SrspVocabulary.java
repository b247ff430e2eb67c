package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.SrspPaper.BASELINE;
import static dev.syncopate.study.paper.SrspPaper.BRSP;
import static dev.syncopate.study.paper.SrspPaper.MACHINE;
import static dev.syncopate.study.paper.SrspPaper.MACHINES;
import static dev.syncopate.study.paper.SrspPaper.SCOPE_ONLY;
import static dev.syncopate.study.paper.SrspPaper.SRSP;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.paper.claim.ClaimOutcome;
import dev.syncopate.study.paper.claim.ClaimVocabulary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The computations that {@code claims/srsp.yaml} names, and its labels. */
final class SrspVocabulary {
  private final ResultGrid grid;
  private final List<String> subjects;
  private final Ratios ratios;

  private SrspVocabulary(Ratios ratios) {
    this.ratios = ratios;
    grid = ratios.grid();
    subjects = ratios.subjects();
  }

  /**
   * @param ratios over the baseline, on the large machine
   */
  static ClaimVocabulary of(Ratios ratios, List<String> scenarios) {
    SrspVocabulary computed = new SrspVocabulary(ratios);
    return StealingVocabulary.of(ratios.grid(), MACHINE, ratios.subjects(), scenarios)
        .computed("best", names -> computed.best(names.getFirst(), names.getLast()))
        .computed("largest-reduction", names -> computed.largestReduction(names.getFirst()))
        .computed("brsp-by-size", _ -> computed.bySize())
        .computed("brsp-cost-grows", _ -> computed.costGrows());
  }

  /** The rank of a subject among those that a scenario speeds up. */
  private ClaimOutcome best(String scenario, String expected) {
    List<String> ranked =
        subjects.stream()
            .filter(subject -> !Double.isNaN(ratios.speedup(subject, scenario)))
            .sorted(Comparator.comparingDouble(subject -> -ratios.speedup(subject, scenario)))
            .toList();
    int place = ranked.indexOf(expected);
    return place < 0
        ? ClaimOutcome.of("-", Claim.Verdict.NOT_MEASURED)
        : ClaimOutcome.of(
            "%s, place %d".formatted(ranked.getFirst(), place + 1),
            place == 0
                ? Claim.Verdict.HELD
                : place < 3 ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD);
  }

  /** The rank of a subject's reduction among all, with their mean. */
  private ClaimOutcome largestReduction(String expected) {
    List<Double> relative =
        new Ratios(grid, MACHINE, subjects, BRSP).relative(SRSP, PaperMeasures::remoteCycles);
    double expectedRatio = relative.get(subjects.indexOf(expected));
    double lowest =
        relative.stream()
            .filter(value -> !value.isNaN())
            .mapToDouble(Double::doubleValue)
            .min()
            .orElse(Double.NaN);
    return ClaimOutcome.of(
        ClaimOutcome.percent(1 - expectedRatio),
        Double.isNaN(expectedRatio)
            ? Claim.Verdict.NOT_MEASURED
            : expectedRatio <= lowest
                ? Claim.Verdict.HELD
                : expectedRatio < Means.arithmetic(relative)
                    ? Claim.Verdict.PARTLY
                    : Claim.Verdict.NOT_HELD);
  }

  /** Machines of four sizes, over the subjects that ran on all. */
  private ClaimOutcome bySize() {
    List<String> labels = SrspPaper.scaledLabels(grid);
    List<String> words = new ArrayList<>();
    List<String> exceptions = new ArrayList<>();
    MACHINES.forEach((units, machine) -> {
      Ratios machineRatios = new Ratios(grid, machine, labels, BASELINE);
      double brsp = Means.geometric(machineRatios.speedups(BRSP));
      double scopes = Means.geometric(machineRatios.speedups(SCOPE_ONLY));
      if (!Double.isNaN(brsp + scopes)) {
        if (units == 64 ? brsp >= scopes : brsp < scopes) {
          exceptions.add(units + " CUs");
        }
        words.add(
            "%d: %s and %s".formatted(units, ClaimOutcome.times(brsp), ClaimOutcome.times(scopes)));
      }
    });
    int heldCount = words.size() - exceptions.size();
    String measured =
        words.isEmpty()
            ? "-"
            : "%d of %d%s"
                .formatted(
                    heldCount,
                    words.size(),
                    exceptions.isEmpty() ? "" : ", not " + String.join(", ", exceptions));
    return ClaimOutcome.of(measured, Criterion.share(heldCount, words.size()))
        .showing("bRSP and scope-only at " + String.join(", ", words));
  }

  /** The cost of a remote operation on one machine after the other. */
  private ClaimOutcome costGrows() {
    List<Double> costs = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    MACHINES.forEach((units, machine) -> {
      double cost = SrspPaper.mean(grid, BRSP, machine, PaperMeasures::cyclesOfRemote);
      costs.add(cost);
      shown.add(Double.isNaN(cost) ? "-" : String.format(Locale.ROOT, "%d: %.0f", units, cost));
    });
    boolean grows = true;
    for (int i = 1; i < costs.size(); i++) {
      grows &= costs.get(i) > costs.get(i - 1);
    }
    return ClaimOutcome.of(
        String.join(", ", shown),
        costs.stream().anyMatch(cost -> cost.isNaN())
            ? Claim.Verdict.NOT_MEASURED
            : grows
                ? Claim.Verdict.HELD
                : costs.getLast() > costs.getFirst()
                    ? Claim.Verdict.PARTLY
                    : Claim.Verdict.NOT_HELD);
  }
}
