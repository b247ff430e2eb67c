package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.SrspPaper.BASELINE;
import static dev.syncopate.study.paper.SrspPaper.BRSP;
import static dev.syncopate.study.paper.SrspPaper.BRSP_SMALL;
import static dev.syncopate.study.paper.SrspPaper.MACHINE;
import static dev.syncopate.study.paper.SrspPaper.MACHINES;
import static dev.syncopate.study.paper.SrspPaper.SCOPE_ONLY;
import static dev.syncopate.study.paper.SrspPaper.SRSP;
import static dev.syncopate.study.paper.SrspPaper.SRSP_OPT;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What srsp.txt says in its sections 5.2.3 and 5.3 on remote operations, and what its mechanisms
 * should bring about (§4).
 */
final class SrspRemoteClaims {
  private final Evidence<Published.Srsp> evidence;
  private final Published.Srsp published;
  private final List<String> subjects;
  private final Grid grid;
  private final Verdicts verdicts;

  SrspRemoteClaims(Evidence<Published.Srsp> evidence) {
    this.evidence = evidence;
    published = evidence.published();
    subjects = evidence.subjects();
    grid = evidence.grid();
    verdicts = evidence.verdicts();
  }

  void add() {
    overhead();
    optimised();
    scaling(evidence.shape("remote overhead is mostly tolerable"));
    touched();
  }

  private void overhead() {
    Published.Overhead stated = published.overhead();
    List<Double> relative = evidence.over(BRSP).relative(SRSP, Measures::remoteCycles);
    String source = "§5.2.3, fig. 8";
    verdicts.reduction(
        "overhead-mean",
        source,
        "sRSP's average reduction of the remote synchronisation overhead of bRSP",
        stated.mean(),
        1 - Means.arithmetic(relative));
    verdicts.reduction(
        "overhead-max", source, "Largest reduction", stated.max(), 1 - Verdicts.smallest(relative));
    String expected = stated.where();
    double there = relative.get(subjects.indexOf(expected));
    verdicts.add(
        new Claim(
            "overhead-where",
            source,
            "The reduction is largest on " + expected,
            "held: no subject has a larger one; partly: it is above the average",
            expected,
            Verdicts.percent(1 - there),
            Double.isNaN(there)
                ? Verdict.NOT_MEASURED
                : there <= Verdicts.smallest(relative)
                    ? Verdict.HELD
                    : there < Means.arithmetic(relative) ? Verdict.PARTLY : Verdict.NOT_HELD));
  }

  private void optimised() {
    Published.Optimised stated = published.optimised();
    List<Double> speedups = evidence.over(BRSP_SMALL).speedups(SRSP_OPT);
    verdicts.meanSpeedup(
        "optimised-mean",
        "§5.3, fig. 9",
        "Average speed-up of sRSPOpt over bRSP with small work-groups",
        stated.mean(),
        Means.geometric(speedups),
        Means.arithmetic(speedups));
    verdicts.speedup(
        "optimised-max",
        "§5.3, fig. 9",
        "Largest speed-up of sRSPOpt over bRSP",
        stated.max(),
        speedups.stream()
            .filter(value -> !value.isNaN())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(Double.NaN));
  }

  private void scaling(String statement) {
    List<String> labels = SrspPaper.scaledLabels(grid);
    List<String> words = new ArrayList<>();
    List<String> exceptions = new ArrayList<>();
    int measured = 0;
    for (int units : MACHINES.keySet()) {
      Ratios here = new Ratios(grid, machine(units), labels, BASELINE);
      double brsp = Means.geometric(here.speedups(BRSP));
      double scopes = Means.geometric(here.speedups(SCOPE_ONLY));
      if (!Double.isNaN(brsp + scopes)) {
        measured++;
        boolean large = units == 64;
        if (large ? brsp >= scopes : brsp < scopes) {
          exceptions.add(units + " CUs");
        }
        words.add("%d: %s and %s".formatted(units, Verdicts.times(brsp), Verdicts.times(scopes)));
      }
    }
    verdicts.share(
        "brsp-by-size",
        "§5.2.3",
        statement + " (bRSP and scope-only at " + String.join(", ", words) + ")",
        "bRSP's mean speed-up is at least scope-only's on 8, 16 and 32 compute units, and below it"
            + " on 64",
        exceptions,
        measured);
    List<Double> costs = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (int units : MACHINES.keySet()) {
      double cost = SrspPaper.mean(grid, BRSP, machine(units), Measures::cyclesOfRemote);
      costs.add(cost);
      shown.add(Double.isNaN(cost) ? "-" : String.format(Locale.ROOT, "%d: %.0f", units, cost));
    }
    boolean missing = costs.stream().anyMatch(cost -> cost.isNaN());
    boolean grows = true;
    for (int i = 1; i < costs.size(); i++) {
      grows &= costs.get(i) > costs.get(i - 1);
    }
    verdicts.add(
        new Claim(
            "brsp-cost-grows",
            "§1, §3.1",
            "bRSP does not scale: a remote operation costs more with every doubling of compute"
                + " units",
            "held: cycles of a remote operation grow from each machine to the next; partly: from"
                + " the smallest to the largest",
            "-",
            String.join(", ", shown),
            missing
                ? Verdict.NOT_MEASURED
                : grows
                    ? Verdict.HELD
                    : costs.getLast() > costs.getFirst() ? Verdict.PARTLY : Verdict.NOT_HELD));
  }

  private static String machine(int units) {
    return MACHINES.getOrDefault(units, MACHINE);
  }

  private void touched() {
    List<String> measured =
        subjects.stream().filter(subject -> !Double.isNaN(touched(subject))).toList();
    verdicts.share(
        "srsp-touches-two",
        "§4",
        "sRSP flushes and invalidates selectively: the local modifier's L1 and the remote one's,"
            + " at most two, in place of 64",
        "at most two L1s touched by a remote operation, on average",
        measured.stream().filter(subject -> touched(subject) > 2).toList(),
        measured.size());
  }

  private double touched(String subject) {
    return grid.measure(subject, SRSP, MACHINE, Measures::l1sTouched);
  }
}
