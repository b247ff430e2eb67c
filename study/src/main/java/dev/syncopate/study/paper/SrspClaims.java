package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.SrspPaper.BASELINE;
import static dev.syncopate.study.paper.SrspPaper.BRSP;
import static dev.syncopate.study.paper.SrspPaper.MACHINE;
import static dev.syncopate.study.paper.SrspPaper.SCOPE_ONLY;
import static dev.syncopate.study.paper.SrspPaper.SRSP;
import static dev.syncopate.study.paper.SrspPaper.STEAL_ONLY;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.Grid;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What srsp.txt says in its sections 5.2.1 and 5.2.2, on speed-ups and L2 accesses. */
final class SrspClaims {
  /** §5.2.1: where load imbalance is high. */
  private static final List<String> IMBALANCED = List.of("PRK.1", "CLR.1");

  private final Evidence<Published.Srsp> evidence;
  private final Published.Srsp published;
  private final List<String> subjects;
  private final Grid grid;
  private final Ratios ratios;
  private final Verdicts verdicts;

  SrspClaims(Evidence<Published.Srsp> evidence) {
    this.evidence = evidence;
    published = evidence.published();
    subjects = evidence.subjects();
    grid = evidence.grid();
    ratios = evidence.ratios();
    verdicts = evidence.verdicts();
  }

  List<Claim> all() {
    speedups();
    imbalance(evidence.shape("where load imbalance is high"));
    ranking();
    l2Accesses();
    new SrspRemoteClaims(evidence).add();
    new SrspLazy(grid, subjects).judge(verdicts);
    return verdicts.claims();
  }

  private void speedups() {
    published
        .meanSpeedup()
        .forEach((scenario, mean) -> {
          List<Double> speedups = ratios.speedups(scenario);
          verdicts.meanSpeedup(
              "mean-" + scenario,
              "§5.2.1, fig. 6",
              "Average speed-up of " + scenario + " over baseline",
              mean,
              Means.geometric(speedups),
              Means.arithmetic(speedups));
        });
    for (Published.Point point : published.points()) {
      String subject = point.workload();
      String scenario = point.scenario();
      double value = point.value();
      verdicts.speedup(
          subject + "-" + scenario,
          "§5.2.1",
          "%s %s %s".formatted(scenario, value < 1 ? "slows down" : "speeds up", subject),
          value,
          ratios.speedup(subject, scenario));
    }
  }

  /** What steal-only does where the paper has the load imbalance, and whether it is there here. */
  private void imbalance(String statement) {
    double much = 2 * (published.meanSpeedup(STEAL_ONLY) - 1);
    verdicts.count(
        "steal-only-where-imbalanced",
        "§5.2.1, fig. 6",
        Verdicts.withEach(
            statement, "speed-up", IMBALANCED, subject -> ratios.speedup(subject, STEAL_ONLY)),
        "the gain from steal-only is at least twice its published average, which is "
            + Verdicts.percent(much / 2),
        IMBALANCED,
        subject -> ratios.speedup(subject, STEAL_ONLY) - 1 >= much,
        subject -> !Double.isNaN(ratios.speedup(subject, STEAL_ONLY)));
    double others =
        subjects.stream()
            .filter(subject -> !IMBALANCED.contains(subject))
            .mapToDouble(this::imbalanceOf)
            .filter(value -> !Double.isNaN(value))
            .max()
            .orElse(Double.NaN);
    verdicts.count(
        "imbalance-is-there",
        "§5.2.1",
        Verdicts.withEach(
            "Load imbalance is high on " + String.join(" and ", IMBALANCED),
            "longest work-group over mean",
            subjects,
            this::imbalanceOf),
        "the longest work-group of the baseline over the mean, averaged over launches, is above that"
            + " of every other subject",
        IMBALANCED,
        subject -> imbalanceOf(subject) > others,
        subject -> !Double.isNaN(imbalanceOf(subject) + others));
  }

  private double imbalanceOf(String subject) {
    return grid.measure(subject, BASELINE, MACHINE, Measures::imbalance);
  }

  private void ranking() {
    List<String> others = List.of(BASELINE, SCOPE_ONLY, STEAL_ONLY, BRSP);
    double srsp = Means.geometric(ratios.speedups(SRSP));
    List<String> above =
        others.stream()
            .filter(scenario -> !(srsp > Means.geometric(ratios.speedups(scenario))))
            .toList();
    verdicts.share(
        "srsp-is-fastest",
        "§5.2.1, fig. 6",
        "sRSP is the fastest of the five on average",
        "its mean speed-up (geometric) is above that of the other scenario",
        above,
        Double.isNaN(srsp) ? 0 : others.size());
    List<String> measured = subjects.stream().filter(this::hasScopeOnly).toList();
    verdicts.share(
        "scopes-always-help",
        "§5.2.1",
        "Scope-only always shows some amount of performance improvement",
        "faster than the baseline",
        measured.stream().filter(subject -> !(ratios.speedup(subject, SCOPE_ONLY) > 1)).toList(),
        measured.size());
    best("best-scope-only", SCOPE_ONLY, "SSSP.1");
    best("best-srsp", SRSP, "PRK.1");
    best("best-brsp", BRSP, "PRK.1");
  }

  private boolean hasScopeOnly(String subject) {
    return !Double.isNaN(ratios.speedup(subject, SCOPE_ONLY));
  }

  /** Where a scenario gains most. */
  private void best(String id, String scenario, String expected) {
    List<String> ranked =
        subjects.stream()
            .filter(subject -> !Double.isNaN(ratios.speedup(subject, scenario)))
            .sorted(Comparator.comparingDouble(subject -> -ratios.speedup(subject, scenario)))
            .toList();
    int place = ranked.indexOf(expected);
    verdicts.add(
        new Claim(
            id,
            "§5.2.1",
            "At the highest, %s improves %s".formatted(scenario, expected),
            "held: of all subjects it gains most there; partly: among the first three",
            expected,
            place < 0 ? "-" : "%s, place %d".formatted(ranked.getFirst(), place + 1),
            place < 0
                ? Verdict.NOT_MEASURED
                : place == 0 ? Verdict.HELD : place < 3 ? Verdict.PARTLY : Verdict.NOT_HELD));
  }

  private void l2Accesses() {
    published
        .l2Reduction()
        .forEach((scenario, most) ->
            verdicts.reduction(
                "l2-" + scenario,
                "§5.2.2, fig. 7",
                "Largest reduction in L2 accesses with " + scenario,
                most,
                1 - Verdicts.smallest(ratios.relative(scenario, Measures::l2Accesses))));
    List<String> scoped = List.of(SCOPE_ONLY, BRSP, SRSP);
    verdicts.count(
        "l2-all-reduce",
        "§5.2.2, fig. 7",
        Verdicts.withEach(
            evidence.shape("reduce L2 accesses"),
            "mean over the baseline's",
            scoped,
            this::meanL2Accesses),
        "L2 accesses over the baseline's, geometric mean over the subjects, are below 0.995",
        scoped,
        scenario -> 1 - meanL2Accesses(scenario) >= Criterion.NEGLIGIBLE,
        scenario -> !Double.isNaN(meanL2Accesses(scenario)));
    for (String scenario : scoped) {
      ToDoubleFunction<String> relative =
          subject -> grid.ratio(subject, scenario, BASELINE, MACHINE, Measures::l2Accesses);
      verdicts.count(
          "l2-falls-" + scenario,
          "§5.2.2, fig. 7",
          scenario + " reduces L2 accesses on each input",
          "fewer than the baseline's",
          subjects,
          subject -> relative.applyAsDouble(subject) < 1,
          subject -> !Double.isNaN(relative.applyAsDouble(subject)));
    }
  }

  private double meanL2Accesses(String scenario) {
    return Means.geometric(ratios.relative(scenario, Measures::l2Accesses));
  }
}
