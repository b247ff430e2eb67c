package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.RspPaper.BASELINE;
import static dev.syncopate.study.paper.RspPaper.MACHINE;
import static dev.syncopate.study.paper.RspPaper.REM_SYNC;
import static dev.syncopate.study.paper.RspPaper.SCOPE_ONLY;
import static dev.syncopate.study.paper.RspPaper.STEAL_ONLY;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What rsp.txt says in its section 6 on speed-ups and misses, and in its section 1. */
final class RspClaims {
  /** Speedups that differ by less count as equal. */
  private static final double TIE = 0.02;

  /** §6.2: the inputs that have about as many L1 misses with scopes as without. */
  private static final Set<String> SAME_MISSES =
      Set.of("SSSP-1", "color-1", "PR-1", "PR-2", "PR-3");

  private final Evidence<Published.Rsp> evidence;
  private final Published.Rsp published;
  private final List<String> subjects;
  private final Grid grid;
  private final Ratios ratios;
  private final Verdicts verdicts;

  RspClaims(Evidence<Published.Rsp> evidence) {
    this.evidence = evidence;
    published = evidence.published();
    subjects = evidence.subjects();
    grid = evidence.grid();
    ratios = evidence.ratios();
    verdicts = evidence.verdicts();
  }

  List<Claim> all() {
    means();
    overTheOthers();
    points();
    bothHelp("color-4", evidence.shape("color-4 benefits from both"));
    bestOfBoth(evidence.shape("rem-sync is the maximum of"));
    misses(evidence.shape("difference in L1 misses"));
    missesOfRemSync();
    new RspRemoteClaims(evidence).add();
    new RspBalanceClaims(evidence).add();
    return verdicts.claims();
  }

  private void means() {
    published
        .meanSpeedup()
        .forEach((scenario, mean) -> {
          List<Double> speedups = ratios.speedups(scenario);
          verdicts.meanSpeedup(
              "mean-" + scenario,
              "§6, fig. 8",
              "Average speed-up of " + scenario + " over baseline",
              mean,
              Means.geometric(speedups),
              Means.arithmetic(speedups));
        });
  }

  private void overTheOthers() {
    Published.Also also = published.also();
    over(SCOPE_ONLY, also.overScopeOnly(), also.where());
    over(STEAL_ONLY, also.overStealOnly(), also.where());
  }

  private void over(String reference, double stated, String source) {
    List<Double> speedups = evidence.over(reference).speedups(REM_SYNC);
    verdicts.meanSpeedup(
        "rem-sync-over-" + reference,
        source,
        "Average speed-up of rem-sync over " + reference,
        stated,
        Means.geometric(speedups),
        Means.arithmetic(speedups));
  }

  private void points() {
    for (Published.Point point : published.points()) {
      String subject = point.workload();
      String scenario = point.scenario();
      String statement = "%s speeds %s up".formatted(scenario, subject);
      double measured = ratios.speedup(subject, scenario);
      String id = subject + "-" + scenario;
      if (point.isBound()) {
        verdicts.speedupAtLeast(id, "§6", statement, point.value(), measured);
      } else {
        verdicts.speedup(id, "§6", statement, point.value(), measured);
      }
      String other = scenario.equals(SCOPE_ONLY) ? STEAL_ONLY : SCOPE_ONLY;
      oneWithoutTheOther(subject, scenario, other, measured - 1, String.valueOf(point.note()));
    }
  }

  private void oneWithoutTheOther(
      String subject, String scenario, String other, double gain, String note) {
    double otherGain = ratios.speedup(subject, other) - 1;
    Verdict verdict =
        Double.isNaN(gain + otherGain)
            ? Verdict.NOT_MEASURED
            : otherGain < gain / 4
                ? Verdict.HELD
                : otherGain < gain ? Verdict.PARTLY : Verdict.NOT_HELD;
    verdicts.add(
        new Claim(
            subject + "-" + other,
            "§6",
            "%s, which %s speeds up, is %s".formatted(subject, scenario, note),
            "held: %s gains less than a quarter of what %s gains; partly: less"
                .formatted(other, scenario),
            "-",
            Verdicts.percent(otherGain) + " and " + Verdicts.percent(gain),
            verdict));
  }

  private void bothHelp(String subject, String statement) {
    double scopes = ratios.speedup(subject, SCOPE_ONLY) - 1;
    double stealing = ratios.speedup(subject, STEAL_ONLY) - 1;
    double less = Math.min(scopes, stealing);
    verdicts.add(
        new Claim(
            subject + "-both",
            "§6",
            statement,
            "held: scope-only and steal-only each gain at least 2%; partly: each gains at least"
                + " 0.5%",
            "-",
            Double.isNaN(less)
                ? "-"
                : "%s scope-only, %s steal-only"
                    .formatted(Verdicts.times(1 + scopes), Verdicts.times(1 + stealing)),
            Criterion.atLeast(TIE, less)));
  }

  private void bestOfBoth(String statement) {
    verdicts.count(
        "best-of-both",
        "§6",
        statement,
        "rem-sync at least the better of the two, less 2%",
        subjects,
        subject -> {
          double best =
              Math.max(ratios.speedup(subject, SCOPE_ONLY), ratios.speedup(subject, STEAL_ONLY));
          return ratios.speedup(subject, REM_SYNC) >= best * (1 - TIE);
        },
        subject ->
            !Double.isNaN(
                ratios.speedup(subject, SCOPE_ONLY)
                    + ratios.speedup(subject, STEAL_ONLY)
                    + ratios.speedup(subject, REM_SYNC)));
  }

  private void misses(String statement) {
    Predicate<String> measured = subject -> !Double.isNaN(difference(subject));
    verdicts.count(
        "misses-10-percent",
        "§6.2, fig. 10",
        "Less than 10% difference in L1 misses between baseline and scope-only: "
            + String.join(", ", subjects.stream().filter(SAME_MISSES::contains).toList())
            + "; more on the others",
        "the subject is on the same side of 10%",
        subjects,
        subject -> difference(subject) < 0.1 == SAME_MISSES.contains(subject),
        measured);
    List<Double> few = new ArrayList<>();
    List<Double> many = new ArrayList<>();
    for (String subject : subjects) {
      if (measured.test(subject)) {
        (difference(subject) < 0.1 ? few : many).add(ratios.speedup(subject, SCOPE_ONLY));
      }
    }
    double low = Means.geometric(few);
    double high = Means.geometric(many);
    verdicts.add(
        new Claim(
            "misses-and-gain",
            "§6.2, fig. 10",
            statement,
            "held: the mean gain from scopes of the subjects with less than 10% difference here is"
                + " below that of the others",
            "-",
            "%s on %d subjects, %s on %d"
                .formatted(Verdicts.times(low), few.size(), Verdicts.times(high), many.size()),
            Double.isNaN(low + high)
                ? Verdict.NOT_MEASURED
                : low < high ? Verdict.HELD : Verdict.NOT_HELD));
  }

  /** Figure 10's third bars, of which the text says why they are neither as low nor as high. */
  private void missesOfRemSync() {
    verdicts.count(
        "misses-rem-sync",
        "§6.3, fig. 10",
        Verdicts.withEach(
            "Remote operations make caches less effective than scopes alone do, and pops of"
                + " CTA scope leave them more effective than stealing at component scope",
            "L1 misses of rem-sync over the baseline's",
            subjects,
            subject -> misses(subject, REM_SYNC)),
        "L1 misses of rem-sync are at least those of scope-only, less 0.5%, and fewer than those of"
            + " steal-only",
        subjects,
        subject ->
            misses(subject, REM_SYNC) >= misses(subject, SCOPE_ONLY) * (1 - Criterion.NEGLIGIBLE)
                && misses(subject, REM_SYNC) < misses(subject, STEAL_ONLY),
        subject ->
            !Double.isNaN(
                misses(subject, REM_SYNC)
                    + misses(subject, SCOPE_ONLY)
                    + misses(subject, STEAL_ONLY)));
  }

  /** L1 misses over the baseline's. */
  private double misses(String subject, String scenario) {
    return grid.ratio(subject, scenario, BASELINE, MACHINE, Measures::l1Misses);
  }

  /** Of L1 misses between baseline and scope-only, over the baseline's. */
  private double difference(String subject) {
    return Math.abs(1 - misses(subject, SCOPE_ONLY));
  }
}
