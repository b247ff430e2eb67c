package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.DDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GH;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.heterosync.Benchmark.Kind;
import java.util.ArrayList;
import java.util.List;

/** What section V says before its parts. */
final class OverallClaims {
  private static final String SOURCE = "§V";

  /** A gain up to this is small: what the paper calls small of HG-NO. */
  private static final double SMALL = 0.06;

  private final Judge judge;
  private final Measured measured;

  OverallClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    List<Benchmark> local = Benchmark.of(Kind.LOCAL_MUTEX, Kind.LOCAL_SEMAPHORE);
    judge.places(
        "overall-local-perfect",
        SOURCE,
        "For the locally scoped microbenchmarks, DD0 and GH provide near perfect scaling",
        "growth on 15 units at most 1.1",
        growth(local, List.of(GH, DD0)),
        growth -> growth <= Judge.NEAR_PERFECT);
    judge.places(
        "overall-local-gd0",
        SOURCE,
        "GD0 scales poorly due to increased contention",
        "growth on 15 units of the locally scoped ones at least 1.5",
        growth(local, List.of(GD0)),
        growth -> growth >= Judge.POOR);
    List<Benchmark> shared = Benchmark.of(Kind.BARRIER, Kind.GLOBAL_MUTEX, Kind.GLOBAL_SEMAPHORE);
    List<Case> rises = new ArrayList<>();
    List<Case> better = new ArrayList<>();
    for (Benchmark benchmark : shared) {
      for (Configuration configuration : List.of(GH, DD0)) {
        rises.add(Places.of(benchmark, configuration, judge.rise(benchmark, configuration)));
      }
      better.add(
          new Case(
              benchmark.label(),
              measured.growth(benchmark, DD0, Measured.ALL)
                  / measured.growth(benchmark, GH, Measured.ALL)));
    }
    judge.places(
        "overall-shared-rises",
        SOURCE,
        "For the hybrid and globally scoped SyncPrims, increasing the number of CUs increases"
            + " contention and execution time for GH and DD0",
        Judge.RISES,
        rises,
        Judge::rises);
    judge.places(
        "overall-dd0-scales-better",
        SOURCE,
        "but DD0 scales better than GH",
        "DD0's growth on 15 units over GH's is below 1",
        better,
        ratio -> ratio < 1);
    mixed();
  }

  private List<Case> growth(List<Benchmark> benchmarks, List<Configuration> configurations) {
    List<Case> cases = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
      for (Configuration configuration : configurations) {
        cases.add(
            Places.of(
                benchmark, configuration, measured.growth(benchmark, configuration, Measured.ALL)));
      }
    }
    return cases;
  }

  /** Four kinds of benchmarks are named; each must be there. */
  private void mixed() {
    List<String> improve = new ArrayList<>();
    List<String> increase = new ArrayList<>();
    List<String> small = new ArrayList<>();
    List<String> unaffected = new ArrayList<>();
    boolean there = true;
    for (Benchmark benchmark : Benchmark.of(Kind.RELAXED)) {
      for (Configuration relaxed : List.of(GDR, DDR)) {
        Configuration strict = relaxed == GDR ? GD0 : DD0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double spread = 0;
        for (int units : Measured.UNITS) {
          double ratio = measured.ratio(benchmark, relaxed, strict, units);
          low = Math.min(low, ratio);
          high = Math.max(high, ratio);
          spread = Math.max(spread, Math.abs(measured.growth(benchmark, relaxed, units) - 1));
        }
        there &= !Double.isNaN(low + high + spread);
        String name = benchmark.label() + " " + relaxed;
        if (measured.growth(benchmark, relaxed, Measured.ALL)
            < measured.growth(benchmark, strict, Measured.ALL) * (1 - Judge.SAME)) {
          improve.add(name);
        }
        if (high > 1 + Judge.SAME) {
          increase.add(name);
        }
        if (low >= 1 - SMALL && low < 1) {
          small.add(name);
        }
        if (spread <= Judge.NEAR_PERFECT - 1) {
          unaffected.add(name);
        }
      }
    }
    List<List<String>> kinds = List.of(improve, increase, small, unaffected);
    long found = kinds.stream().filter(kind -> !kind.isEmpty()).count();
    judge
        .verdicts()
        .add(
            new Claim(
                "overall-relaxed-mixed",
                SOURCE,
                "For some microbenchmarks relaxed atomics improve (strong) scalability, while for"
                    + " others they increase execution time, only provide small benefits, or are"
                    + " unaffected by scaling the number of CUs",
                "held: there is one of each kind: less growth on 15 units than with drf0 by 2%; more"
                    + " time than with drf0 by 2% on some number of units; at most 6% less time on"
                    + " all; growth within 10% of 1 on all; partly: of three kinds",
                "-",
                there
                    ? "improve: %s; increase: %s; small: %s; unaffected: %s"
                        .formatted(some(improve), some(increase), some(small), some(unaffected))
                    : "-",
                !there
                    ? Verdict.NOT_MEASURED
                    : found == 4 ? Verdict.HELD : found == 3 ? Verdict.PARTLY : Verdict.NOT_HELD));
  }

  private static String some(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
