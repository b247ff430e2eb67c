package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.RspPaper.BASELINE;
import static dev.syncopate.study.paper.RspPaper.MACHINE;
import static dev.syncopate.study.paper.RspPaper.REM_SYNC;
import static dev.syncopate.study.paper.RspPaper.STEAL_ONLY;

import dev.syncopate.study.grid.Grid;
import java.util.Arrays;
import java.util.List;

/** What rsp.txt says on load balance: figure 9 and table 3. */
final class RspBalanceClaims {
  /** §6.1 and §6.3: the inputs with load imbalance. */
  private static final List<String> IMBALANCED = List.of("SSSP-1", "color-1", "PR-1", "PR-3");

  /** A work-group that takes this many times the mean makes a long tail. */
  private static final double LONG = 1.5;

  private final Evidence<Published.Rsp> evidence;
  private final Published.Rsp published;
  private final List<String> subjects;
  private final Grid grid;
  private final Verdicts verdicts;

  RspBalanceClaims(Evidence<Published.Rsp> evidence) {
    this.evidence = evidence;
    published = evidence.published();
    subjects = evidence.subjects();
    grid = evidence.grid();
    verdicts = evidence.verdicts();
  }

  void add() {
    stolen();
    tails();
    longTails(evidence.shape("color's work-group times"));
  }

  private void stolen() {
    double most =
        subjects.stream()
            .filter(subject -> !IMBALANCED.contains(subject))
            .mapToDouble(this::percentStolen)
            .filter(value -> !Double.isNaN(value))
            .max()
            .orElse(Double.NaN);
    verdicts.count(
        "most-steals",
        "§6.3, table 3",
        String.join(", ", IMBALANCED) + " execute the largest number of steals",
        "the share stolen in steal-only is above that of every other subject",
        IMBALANCED,
        subject -> percentStolen(subject) > most,
        subject -> !Double.isNaN(percentStolen(subject) + most));
    share("share-stolen", STEAL_ONLY, 0);
    share("share-stolen-rem-sync", REM_SYNC, 1);
    verdicts.count(
        "few-failures",
        "§6.3, table 3",
        "No significant share of steals fails",
        "at most 5% fail in steal-only and in rem-sync",
        subjects,
        subject -> percentFailed(subject) <= 5,
        subject -> !Double.isNaN(percentFailed(subject)));
  }

  /** A column of table 3's first half. */
  private void share(String id, String scenario, int column) {
    verdicts.count(
        id,
        "table 3",
        "Per cent of queue elements stolen in " + scenario,
        "between half and twice the published share",
        subjects,
        subject -> {
          double ratio =
              percentStolen(subject, scenario) / published.percentStolen(subject, column);
          return ratio >= 0.5 && ratio <= 2;
        },
        subject -> !Double.isNaN(percentStolen(subject, scenario)));
  }

  private double percentStolen(String subject) {
    return percentStolen(subject, STEAL_ONLY);
  }

  private double percentStolen(String subject, String scenario) {
    return grid.measure(subject, scenario, MACHINE, Measures::percentStolen);
  }

  private double percentFailed(String subject) {
    return Math.max(
        grid.measure(subject, STEAL_ONLY, MACHINE, Measures::percentFailed),
        grid.measure(subject, REM_SYNC, MACHINE, Measures::percentFailed));
  }

  private void tails() {
    verdicts.count(
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

  /** §6.1: a launch that takes longer than the others makes them, not imbalance within a launch. */
  private void longTails(String statement) {
    List<String> colours =
        subjects.stream().filter(subject -> subject.startsWith("color")).toList();
    verdicts.count(
        "color-tails",
        "§6.1, fig. 9",
        Verdicts.withEach(statement, "longest over mean", colours, this::tail),
        "in the baseline the longest work-group takes at least 1.5 times the mean over all launches",
        colours,
        subject -> tail(subject) >= LONG,
        subject -> !Double.isNaN(tail(subject)));
    verdicts.count(
        "color-tails-between-launches",
        "§6.1, fig. 9",
        Verdicts.withEach(
            "Within an iteration colour's work-group times vary little except for color-1",
            "longest over mean of the same launch, at most",
            colours,
            this::tailWithinLaunch),
        "in the baseline the longest work-group of each launch takes less than 1.5 times that"
            + " launch's mean; on color-1 it takes more in some launch",
        colours,
        subject -> tailWithinLaunch(subject) >= LONG == IMBALANCED.contains(subject),
        subject -> !Double.isNaN(tailWithinLaunch(subject)));
  }

  private double tail(String subject) {
    return grid.measure(subject, BASELINE, MACHINE, Measures::tail);
  }

  private double tailWithinLaunch(String subject) {
    return grid.measure(subject, BASELINE, MACHINE, Measures::tailWithinLaunch);
  }
}
