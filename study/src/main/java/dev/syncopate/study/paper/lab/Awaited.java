package dev.syncopate.study.paper.lab;

import static dev.syncopate.study.paper.lab.Benchmark.BC;
import static dev.syncopate.study.paper.lab.Benchmark.CC;
import static dev.syncopate.study.paper.lab.Benchmark.CCA;
import static dev.syncopate.study.paper.lab.Benchmark.CLR;
import static dev.syncopate.study.paper.lab.Benchmark.MIS;
import static dev.syncopate.study.paper.lab.Benchmark.PR;
import static dev.syncopate.study.paper.lab.Benchmark.SSSP;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a buffer gains where a warp waits until its atomics are performed. With a buffer
 * "instructions complete upon reaching the LAB" (lab §III-B); the paper does not say when they do
 * without. In the other figures an atomic without a result is posted.
 */
final class Awaited {
  /** What makes a warp wait. */
  static final String SETTING = "l1.relaxedAtomics=awaited";

  private static final String SOURCE = "§V, atomics awaited";
  private static final int SMALL = 8;
  private static final int LARGE = 256;

  private static final List<Configuration> BUFFERS =
      List.of(
          Configuration.lab(SMALL),
          Configuration.lab(64),
          Configuration.lab(LARGE),
          Configuration.UNLIMITED_LAB);

  private Awaited() {}

  static String subject(Benchmark benchmark) {
    return benchmark + "-awaited";
  }

  /** What is simulated of a benchmark, by the names of the same with posted atomics. */
  static List<Configuration> configurations(Benchmark benchmark) {
    List<Configuration> all = new ArrayList<>(List.of(Configuration.BASE));
    all.addAll(BUFFERS);
    if (Benchmark.ANALYTICS.contains(benchmark)) {
      all.add(Configuration.withoutReuse(SMALL));
      all.add(Configuration.withoutReuse(LARGE));
    }
    return all.stream().map(Awaited::awaited).toList();
  }

  private static Configuration awaited(Configuration posted) {
    return posted.with(SETTING);
  }

  static Figure figure(Measured measured) {
    List<Configuration> series = new ArrayList<>(BUFFERS);
    series.add(Configuration.withoutReuse(SMALL));
    List<Bars.Group> groups =
        Arrays.stream(Benchmark.values())
            .map(benchmark ->
                new Bars.Group(
                    benchmark.name(),
                    series.stream()
                        .map(each -> measured.ratio(subject(benchmark), each, Quantity.TIME))
                        .toList()))
            .toList();
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < BUFFERS.size(); i++) {
      int at = i;
      means.add(Means.geometric(groups.stream().map(group -> group.values().get(at)).toList()));
    }
    means.add(Double.NaN);
    return new Bars(
        "awaited",
        "What a buffer gains where a warp waits for its atomics",
        "Execution time over that of the baseline, both on a machine on which a warp's next memory"
            + " instruction waits until its atomic is performed, by the L2 or by the buffer"
            + " (l1.relaxedAtomics=awaited). In the other figures nobody waits for atomics without"
            + " results. The paper says only when they are over with a buffer. Lower is better.",
        "time",
        "×",
        series.stream().map(Configuration::label).toList(),
        groups,
        List.of(new Bars.Group("geometric mean", means)),
        List.of());
  }

  /** What is stated of time, on this machine. */
  static void judge(Judge judge) {
    judge.less(
        "awaited-mean-time",
        SOURCE,
        "Across all non-infinite LAB sizes, on average LAB reduces execution time",
        judge.stated().at("/mean_reduction/time"),
        Judge.over(
            Arrays.stream(Benchmark.values()).map(Awaited::subject).toList(),
            subject -> judge.mean(subject, Quantity.TIME)));
    for (Benchmark benchmark : List.of(PR, CCA, BC, SSSP, CC, CLR, MIS)) {
      judge.less(
          "awaited-" + benchmark + "-time-mean",
          SOURCE,
          "LAB improves performance on average: " + benchmark,
          judge.stated().of(benchmark.name(), "time_mean"),
          judge.mean(subject(benchmark), Quantity.TIME));
    }
    for (Benchmark benchmark : List.of(PR, CCA)) {
      judge.less(
          "awaited-" + benchmark + "-time-max",
          SOURCE,
          "LAB improves performance at most: " + benchmark,
          judge.stated().of(benchmark.name(), "time_max"),
          judge.most(subject(benchmark), Quantity.TIME));
    }
    judge.less(
        "awaited-bwc-time",
        SOURCE,
        "LAB improves BWC's time on average",
        judge.stated().of("BWC", "time_mean"),
        judge.mean(subject(Benchmark.BWC), Quantity.TIME));
    judge.less(
        "awaited-dnn-time",
        SOURCE,
        "On average across all DNN workloads LAB reduces time",
        judge.stated().of("DNN mean", "time"),
        Judge.over(
            Arrays.stream(Benchmark.values())
                .filter(Benchmark::isNetwork)
                .map(Awaited::subject)
                .toList(),
            subject -> judge.mean(subject, Quantity.TIME)));
    serialisation(judge);
  }

  private static void serialisation(Judge judge) {
    share(
        judge,
        "awaited-pr-serialisation",
        "For small LABs less serialisation provides 15% of PR's benefits",
        "PR_small",
        share(judge.measured(), PR, SMALL));
    share(
        judge,
        "awaited-mis-serialisation",
        "Reducing serialization provides most of MIS' benefit for small LABs",
        "MIS_small",
        share(judge.measured(), MIS, SMALL));
    share(
        judge,
        "awaited-mis-serialisation-large",
        "but a smaller portion for larger LABs",
        "MIS_large",
        share(judge.measured(), MIS, LARGE));
    List<Case> cases = new ArrayList<>();
    for (Benchmark benchmark : List.of(BC, SSSP)) {
      for (int entries : List.of(SMALL, LARGE)) {
        cases.add(new Case(benchmark + " " + entries, share(judge.measured(), benchmark, entries)));
      }
    }
    judge.cases(
        "awaited-low-serialisation",
        SOURCE,
        "In BC and SSSP the vast majority of LAB's benefits come from reducing serialization latency",
        "the part of the gain that is there without reuse, above 0.5",
        cases,
        share -> share > 0.5);
  }

  private static void share(
      Judge judge, String id, String statement, String published, double share) {
    judge
        .verdicts()
        .increase(
            id, SOURCE, statement, judge.stated().at("/serialization_share/" + published), share);
  }

  /** The part of a buffer's gain that is there without reuse; 0 where it gains nothing. */
  private static double share(Measured measured, Benchmark benchmark, int entries) {
    double gain = 1 - measured.ratio(subject(benchmark), Configuration.lab(entries), Quantity.TIME);
    double alone =
        1 - measured.ratio(subject(benchmark), Configuration.withoutReuse(entries), Quantity.TIME);
    if (Double.isNaN(gain) || Double.isNaN(alone)) {
      return Double.NaN;
    }
    return gain <= Criterion.NEGLIGIBLE ? 0 : Math.clamp(alone / gain, 0, 1);
  }
}
