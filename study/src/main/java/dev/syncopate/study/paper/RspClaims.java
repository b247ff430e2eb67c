package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.RspPaper.BASELINE;
import static dev.syncopate.study.paper.RspPaper.MACHINE;
import static dev.syncopate.study.paper.RspPaper.REM_SYNC;
import static dev.syncopate.study.paper.RspPaper.SCOPE_ONLY;
import static dev.syncopate.study.paper.RspPaper.STEAL_ONLY;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.Grid;
import dev.syncopate.study.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What rsp.txt says in its section 6. */
final class RspClaims {
  /** Speedups that differ by less count as equal. */
  private static final double TIE = 0.02;

  /** §6.1 and §6.3: the inputs with load imbalance. */
  private static final List<String> IMBALANCED = List.of("SSSP-1", "color-1", "PR-1", "PR-3");

  /** §6.2: the inputs that have about as many L1 misses with scopes as without. */
  private static final Set<String> SAME_MISSES =
      Set.of("SSSP-1", "color-1", "PR-1", "PR-2", "PR-3");

  private final JsonObject published;
  private final List<String> subjects;
  private final Grid grid;
  private final Ratios ratios;
  private final Verdicts verdicts = new Verdicts();

  RspClaims(JsonObject published, List<String> subjects, Grid grid, Ratios ratios) {
    this.published = published;
    this.subjects = subjects;
    this.grid = grid;
    this.ratios = ratios;
  }

  List<Claim> all() {
    means();
    points();
    List<String> shape = published.strings("shape");
    bestOfBoth(shape.get(0));
    misses(shape.get(1));
    remoteIsFaster(shape.get(2));
    stolen();
    tails();
    return verdicts.claims();
  }

  private void means() {
    JsonObject means = published.object("mean_speedup");
    for (String scenario : means.names()) {
      List<Double> speedups = ratios.speedups(scenario);
      verdicts.meanSpeedup(
          "mean-" + scenario,
          "§6, fig. 8",
          "Average speed-up of " + scenario + " over baseline",
          means.real(scenario),
          Means.geometric(speedups),
          Means.arithmetic(speedups));
    }
  }

  private void points() {
    for (JsonObject point : published.objects("points")) {
      String subject = point.string("workload");
      String scenario = point.string("scenario");
      String statement = "%s speeds %s up".formatted(scenario, subject);
      double measured = ratios.speedup(subject, scenario);
      if (point.has("speedup")) {
        verdicts.speedup(
            subject + "-" + scenario, "§6", statement, point.real("speedup"), measured);
      } else {
        verdicts.speedupAtLeast(
            subject + "-" + scenario, "§6", statement, point.real("speedup_at_least"), measured);
      }
      String other = scenario.equals(SCOPE_ONLY) ? STEAL_ONLY : SCOPE_ONLY;
      oneWithoutTheOther(subject, scenario, other, measured - 1, point.string("note"));
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

  private void bestOfBoth(String statement) {
    count(
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
    count(
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

  /** Of L1 misses between baseline and scope-only, over the baseline's. */
  private double difference(String subject) {
    return Math.abs(1 - grid.ratio(subject, SCOPE_ONLY, BASELINE, MACHINE, Measures::l1Misses));
  }

  private void remoteIsFaster(String statement) {
    List<Double> times = new ArrayList<>();
    for (String subject : subjects) {
      times.add(
          grid.measure(subject, STEAL_ONLY, MACHINE, Measures::cyclesOfSynchronisation)
              / grid.measure(subject, REM_SYNC, MACHINE, Measures::cyclesOfRemote));
    }
    double mean = Means.geometric(times);
    verdicts.add(
        new Claim(
            "remote-is-faster",
            "§6.3",
            statement,
            "held: cycles of a synchronisation instruction in steal-only are at least 5 times those"
                + " of a remote operation in rem-sync, geometric mean; partly: more than 1 time",
            "~10×",
            Verdicts.times(mean),
            Double.isNaN(mean)
                ? Verdict.NOT_MEASURED
                : mean >= 5 ? Verdict.HELD : mean > 1 ? Verdict.PARTLY : Verdict.NOT_HELD));
  }

  private void stolen() {
    double most =
        subjects.stream()
            .filter(subject -> !IMBALANCED.contains(subject))
            .mapToDouble(this::percentStolen)
            .filter(value -> !Double.isNaN(value))
            .max()
            .orElse(Double.NaN);
    count(
        "most-steals",
        "§6.3, table 3",
        String.join(", ", IMBALANCED) + " execute the largest number of steals",
        "the share stolen in steal-only is above that of every other subject",
        IMBALANCED,
        subject -> percentStolen(subject) > most,
        subject -> !Double.isNaN(percentStolen(subject) + most));
    JsonObject table = published.object("table3_percent_of_elements_stolen");
    count(
        "share-stolen",
        "table 3",
        "Per cent of queue elements stolen in steal-only",
        "between half and twice the published share",
        subjects,
        subject -> {
          double ratio = percentStolen(subject) / table.reals(subject).getFirst();
          return ratio >= 0.5 && ratio <= 2;
        },
        subject -> !Double.isNaN(percentStolen(subject)));
    count(
        "few-failures",
        "§6.3, table 3",
        "No significant share of steals fails",
        "at most 5% fail in steal-only and in rem-sync",
        subjects,
        subject -> percentFailed(subject) <= 5,
        subject -> !Double.isNaN(percentFailed(subject)));
  }

  private double percentStolen(String subject) {
    return grid.measure(subject, STEAL_ONLY, MACHINE, Measures::percentStolen);
  }

  private double percentFailed(String subject) {
    return Math.max(
        grid.measure(subject, STEAL_ONLY, MACHINE, Measures::percentFailed),
        grid.measure(subject, REM_SYNC, MACHINE, Measures::percentFailed));
  }

  private void tails() {
    count(
        "tails",
        "§6.1, fig. 9",
        "Long top tails of " + String.join(", ", IMBALANCED) + " are reduced by work stealing",
        "the longest work-group takes less time in steal-only than in the baseline",
        IMBALANCED,
        subject -> longest(subject, STEAL_ONLY) < longest(subject, BASELINE),
        subject -> longest(subject, STEAL_ONLY) > 0 && longest(subject, BASELINE) > 0);
  }

  private long longest(String subject, String scenario) {
    return Arrays.stream(RspPaper.workGroups(grid, subject, scenario)).max().orElse(0);
  }

  private void count(
      String id,
      String source,
      String statement,
      String criterion,
      List<String> cases,
      Predicate<String> holds,
      Predicate<String> measured) {
    List<String> there = cases.stream().filter(measured).toList();
    verdicts.share(
        id,
        source,
        statement,
        criterion,
        there.stream().filter(holds.negate()).toList(),
        there.size());
  }
}
