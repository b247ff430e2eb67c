package dev.syncopate.study.paper.lab;

import static dev.syncopate.study.paper.lab.Benchmark.BC;
import static dev.syncopate.study.paper.lab.Benchmark.CC;
import static dev.syncopate.study.paper.lab.Benchmark.CCA;
import static dev.syncopate.study.paper.lab.Benchmark.CLR;
import static dev.syncopate.study.paper.lab.Benchmark.MIS;
import static dev.syncopate.study.paper.lab.Benchmark.PR;
import static dev.syncopate.study.paper.lab.Benchmark.SSSP;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.ArrayList;
import java.util.List;

/** What section V-B says of graph analytics. */
final class AnalyticsClaims {
  private static final String HIGH = "§V-B, high locality and ATGR";
  private static final String LOW = "§V-B, low ATGR and locality";
  private static final String MODERATE = "§V-B, moderate ATGR and locality";
  private static final String LEVELS = "§V-B, fig. 8";
  private static final String BENEFITS = "§V-B, fig. 9";

  private final Judge judge;
  private final Measured measured;

  AnalyticsClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    levels();
    means();
    for (Benchmark benchmark : List.of(PR, CCA)) {
      stated(benchmark, HIGH, "traffic_max", "reduces interconnect traffic at most", true);
      stated(benchmark, HIGH, "energy_mean", "reduces energy on average", false);
    }
    stated(PR, HIGH, "energy_max", "reduces energy at most", true);
    judge.less(
        "bc-traffic",
        LOW,
        "Even with an infinite LAB, BC's network traffic gains are small",
        judge.stated().of("BC", "traffic_inf"),
        1 - measured.ratio(BC.name(), Configuration.UNLIMITED_LAB, Quantity.TRAFFIC));
    double most = judge.stated().of("BC", "energy_inf_at_most");
    judge.cases(
        "bc-energy",
        LOW,
        "with up to 1% less energy",
        "what an infinite LAB saves of BC's energy, at most 1%",
        List.of(
            new Case(
                BC.name(),
                1 - measured.ratio(BC.name(), Configuration.UNLIMITED_LAB, Quantity.ENERGY))),
        reduction -> reduction <= most);
    benefits();
  }

  private double level(Benchmark benchmark, int level) {
    return AnalyticsFigures.time(measured, benchmark, level, judge.sizes());
  }

  private void levels() {
    judge.cases(
        "pr-75",
        LEVELS,
        "LAB improves PR_75, which is better connected, further than PR_50",
        "time of PR_75 over the baseline's, over that of PR_50, below 1 by more than 0.5%",
        List.of(new Case(PR.name(), level(PR, 75) / level(PR, 50))),
        Judge::less);
    List<Case> cases = new ArrayList<>();
    for (int high : List.of(100, 75)) {
      for (int low : List.of(50, 25)) {
        cases.add(new Case(CCA.label(high) + "/" + low, level(CCA, high) / level(CCA, low)));
      }
    }
    judge.cases(
        "cca-levels",
        LEVELS,
        "A few very strongly connected nodes enable CCA_75 and CCA_100 to outperform CCA_25 and CCA_50",
        "time over the baseline's of the one over that of the other, below 1 by more than 0.5%",
        cases,
        Judge::less);
    judge.cases(
        "cca-75",
        LEVELS,
        "CCA_75 slightly outperforms CCA_100 because it has less contention",
        "time over the baseline's of CCA_75 over that of CCA_100, below 1 by more than 0.5%",
        List.of(new Case(CCA.name(), level(CCA, 75) / level(CCA, 100))),
        Judge::less);
    List<Case> flat = new ArrayList<>();
    List<Case> rising = new ArrayList<>();
    for (int i = 1; i < Benchmark.LEVELS.size(); i++) {
      int less = Benchmark.LEVELS.get(i);
      int more = Benchmark.LEVELS.get(i - 1);
      for (Benchmark benchmark : List.of(BC, SSSP)) {
        flat.add(new Case(benchmark.label(less), level(benchmark, less) / level(benchmark, 100)));
      }
      for (Benchmark benchmark : List.of(CLR, MIS)) {
        rising.add(
            new Case(benchmark.label(more), level(benchmark, more) / level(benchmark, less)));
      }
    }
    judge.cases(
        "levels-flat",
        LEVELS,
        "For BC and SSSP performance is similar for all utilization levels",
        "time over the baseline's, over that at 100%, within 5% of 1",
        flat,
        Judge::similar);
    judge.cases(
        "levels-rise",
        LEVELS,
        "For CLR and MIS, higher utilization levels consistently increase performance slightly",
        "time over the baseline's, over that of the next lower level, below 1 by more than 0.5%",
        rising,
        Judge::less);
  }

  private void means() {
    for (Benchmark benchmark : List.of(PR, CCA)) {
      stated(benchmark, HIGH, "time_mean", "improves performance on average", false);
      stated(benchmark, HIGH, "time_max", "improves performance at most", true);
    }
    for (Benchmark benchmark : List.of(BC, SSSP)) {
      stated(benchmark, LOW, "time_mean", "improves performance on average", false);
    }
    for (Benchmark benchmark : List.of(CC, CLR, MIS)) {
      stated(benchmark, MODERATE, "time_mean", "improves performance on average", false);
    }
  }

  /** What is stated of a benchmark, for example its {@code time_max}. */
  private void stated(
      Benchmark benchmark, String source, String member, String words, boolean most) {
    String name = member.substring(0, member.indexOf('_'));
    if (benchmark == CCA && member.equals("traffic_max")) {
      name = "traffic";
    }
    Quantity number = Quantity.valueOf(name.toUpperCase(java.util.Locale.ROOT));
    judge.less(
        benchmark + "-" + member.replace('_', '-'),
        source,
        "LAB " + words + ": " + benchmark,
        judge.stated().of(benchmark.name(), member),
        most ? judge.most(benchmark.name(), number) : judge.mean(benchmark.name(), number));
  }

  private void benefits() {
    int small = judge.sizes().isEmpty() ? 8 : judge.sizes().getFirst();
    int large = judge.sizes().isEmpty() ? 256 : judge.sizes().getLast();
    share(
        "pr-serialisation",
        "For small LABs less serialisation provides 15% of PR's benefits",
        judge.stated().at("/serialization_share/PR_small"),
        PR,
        small);
    share(
        "mis-serialisation",
        "Reducing serialization provides most of MIS' benefit for small LABs",
        judge.stated().at("/serialization_share/MIS_small"),
        MIS,
        small);
    share(
        "mis-serialisation-large",
        "but a smaller portion for larger LABs",
        judge.stated().at("/serialization_share/MIS_large"),
        MIS,
        large);
    List<Case> cases = new ArrayList<>();
    for (Benchmark benchmark : List.of(BC, SSSP)) {
      for (int entries : judge.sizes()) {
        cases.add(
            new Case(
                benchmark + " " + entries,
                AnalyticsFigures.serialisation(measured, benchmark, entries)));
      }
    }
    judge.cases(
        "low-serialisation",
        BENEFITS,
        "In BC and SSSP the vast majority of LAB's benefits come from reducing serialization latency",
        "the part of the gain that is there without reuse, above 0.5",
        cases,
        share -> share > 0.5);
    List<Case> bursts = new ArrayList<>();
    for (Benchmark benchmark : Benchmark.ANALYTICS) {
      double mean =
          judge.sizes().stream()
              .mapToDouble(entries -> AnalyticsFigures.burst(measured, benchmark, entries))
              .average()
              .orElse(Double.NaN);
      bursts.add(new Case(benchmark.name(), mean));
    }
    double most = judge.stated().at("/burst_flush_cost/MIS");
    judge.cases(
        "burst",
        BENEFITS,
        "The burstiness of flushing the LAB is small: 0.5% (BC) to 5% (MIS) on average",
        "what the flush at kernels' ends costs, over the baseline's time, at most 0.05",
        bursts,
        cost -> cost <= most);
  }

  private void share(
      String id, String statement, double published, Benchmark benchmark, int entries) {
    judge
        .verdicts()
        .increase(
            id,
            BENEFITS,
            statement,
            published,
            AnalyticsFigures.serialisation(measured, benchmark, entries));
  }
}
