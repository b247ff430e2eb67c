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
 * When an atomic without a result is over for its warp, where no buffer takes it. With a buffer
 * "instructions complete upon reaching the LAB" (lab §III-B); the paper does not say when they do
 * without. The simulator of its evaluation, GPGPU-Sim, lets a warp with outstanding atomics issue
 * nothing, so the study's figures have warps that wait; the other readings stand beside them.
 */
enum AtomicsReading {
  /** The warp's next memory instruction waits: what all other figures have. */
  AWAITED("awaited", List.of("l1.relaxedAtomics=awaited")),

  /**
   * The warp issues nothing, and lanes that name one word take a request each, as GPGPU-Sim's
   * shader core and coalescer do.
   */
  BLOCKING("blocking", List.of("l1.relaxedAtomics=blocking", "core.atomicRequests=sector")),

  /** Nobody waits. */
  POSTED("posted", List.of("l1.relaxedAtomics=posted"));

  /** The readings that figures of their own show. */
  static final List<AtomicsReading> OTHERS = List.of(BLOCKING, POSTED);

  private static final int SMALL = 8;
  private static final int LARGE = 256;

  private static final List<Configuration> BUFFERS =
      List.of(
          Configuration.lab(SMALL),
          Configuration.lab(64),
          Configuration.lab(LARGE),
          Configuration.UNLIMITED_LAB);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // nobody can change it
  private final List<String> settings;

  AtomicsReading(String label, List<String> settings) {
    this.label = label;
    this.settings = settings;
  }

  /** The name of a benchmark's row under this reading. */
  String subject(Benchmark benchmark) {
    return this == AWAITED ? benchmark.name() : benchmark + "-" + label;
  }

  /** The same machine, read this way. */
  Configuration of(Configuration configuration) {
    return configuration.with(settings);
  }

  /** What is simulated of a benchmark under the other readings. */
  static List<Configuration> configurations(Benchmark benchmark) {
    List<Configuration> all = new ArrayList<>(List.of(Configuration.BASE));
    all.addAll(BUFFERS);
    if (Benchmark.ANALYTICS.contains(benchmark)) {
      all.add(Configuration.withoutReuse(SMALL));
      all.add(Configuration.withoutReuse(LARGE));
    }
    return all;
  }

  Figure figure(Measured measured) {
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
        label,
        "What a buffer gains where atomics are " + label,
        "Execution time over that of the baseline, both on a machine with "
            + String.join(", ", settings)
            + ". In the other figures a warp's next memory instruction waits until its atomic is"
            + " performed, by the L2 or by the buffer (l1.relaxedAtomics=awaited). The paper says only"
            + " when atomics are over with a buffer. Lower is better.",
        "time",
        "×",
        series.stream().map(Configuration::label).toList(),
        groups,
        List.of(new Bars.Group("geometric mean", means)),
        List.of());
  }

  private String source() {
    return "§V, atomics " + label;
  }

  /** What is stated of time, under this reading. */
  void judge(Judge judge) {
    judge.less(
        label + "-mean-time",
        source(),
        "Across all non-infinite LAB sizes, on average LAB reduces execution time",
        judge.stated().at("/mean_reduction/time"),
        Judge.over(
            Arrays.stream(Benchmark.values()).map(this::subject).toList(),
            subject -> judge.mean(subject, Quantity.TIME)));
    for (Benchmark benchmark : List.of(PR, CCA, BC, SSSP, CC, CLR, MIS)) {
      judge.less(
          label + "-" + benchmark + "-time-mean",
          source(),
          "LAB improves performance on average: " + benchmark,
          judge.stated().of(benchmark.name(), "time_mean"),
          judge.mean(subject(benchmark), Quantity.TIME));
    }
    for (Benchmark benchmark : List.of(PR, CCA)) {
      judge.less(
          label + "-" + benchmark + "-time-max",
          source(),
          "LAB improves performance at most: " + benchmark,
          judge.stated().of(benchmark.name(), "time_max"),
          judge.most(subject(benchmark), Quantity.TIME));
    }
    judge.less(
        label + "-bwc-time",
        source(),
        "LAB improves BWC's time on average",
        judge.stated().of("BWC", "time_mean"),
        judge.mean(subject(Benchmark.BWC), Quantity.TIME));
    judge.less(
        label + "-dnn-time",
        source(),
        "On average across all DNN workloads LAB reduces time",
        judge.stated().of("DNN mean", "time"),
        Judge.over(
            Arrays.stream(Benchmark.values())
                .filter(Benchmark::isNetwork)
                .map(this::subject)
                .toList(),
            subject -> judge.mean(subject, Quantity.TIME)));
    serialisation(judge);
  }

  private void serialisation(Judge judge) {
    share(
        judge,
        label + "-pr-serialisation",
        "For small LABs less serialisation provides 15% of PR's benefits",
        "PR_small",
        share(judge.measured(), PR, SMALL));
    share(
        judge,
        label + "-mis-serialisation",
        "Reducing serialization provides most of MIS' benefit for small LABs",
        "MIS_small",
        share(judge.measured(), MIS, SMALL));
    share(
        judge,
        label + "-mis-serialisation-large",
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
        label + "-low-serialisation",
        source(),
        "In BC and SSSP the vast majority of LAB's benefits come from reducing serialization latency",
        "the part of the gain that is there without reuse, above 0.5",
        cases,
        share -> share > 0.5);
  }

  private void share(Judge judge, String id, String statement, String published, double share) {
    judge
        .verdicts()
        .increase(
            id, source(), statement, judge.stated().at("/serialization_share/" + published), share);
  }

  /** The part of a buffer's gain that is there without reuse; 0 where it gains nothing. */
  private double share(Measured measured, Benchmark benchmark, int entries) {
    double gain = 1 - measured.ratio(subject(benchmark), Configuration.lab(entries), Quantity.TIME);
    double alone =
        1 - measured.ratio(subject(benchmark), Configuration.withoutReuse(entries), Quantity.TIME);
    if (Double.isNaN(gain) || Double.isNaN(alone)) {
      return Double.NaN;
    }
    return gain <= Criterion.NEGLIGIBLE ? 0 : Math.clamp(alone / gain, 0, 1);
  }
}
