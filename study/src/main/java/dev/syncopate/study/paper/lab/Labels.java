package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * Connected components by another algorithm: the paper names none. In CCA a vertex offers its
 * component's representative to those of its neighbours, so that most updates go to few words ("a
 * small subset of vertices are very strongly connected", §V-B); here it offers its label to its
 * neighbours.
 */
final class Labels {
  /** What is simulated, the baseline first. */
  static final List<Configuration> CONFIGURATIONS =
      List.of(
          Configuration.BASE,
          Configuration.lab(8),
          Configuration.lab(64),
          Configuration.lab(256),
          Configuration.UNLIMITED_LAB,
          Configuration.HLRC,
          Configuration.PHI);

  private static final String SOURCE = "§V-B, the other algorithm";

  private Labels() {}

  /**
   * @param level one of {@link Benchmark#LEVELS}
   */
  static String subject(int level) {
    return Benchmark.CCA.label(level) + "-labels";
  }

  static Figure figure(Measured measured) {
    List<Configuration> configurations =
        CONFIGURATIONS.stream().filter(each -> !each.equals(Configuration.BASE)).toList();
    List<Bars.Group> groups = new ArrayList<>();
    for (int level : Benchmark.LEVELS) {
      List<Double> times = new ArrayList<>();
      for (Configuration each : configurations) {
        times.add(measured.ratio(subject(level), each, Quantity.TIME));
      }
      groups.add(new Bars.Group(subject(level), times));
    }
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < configurations.size(); i++) {
      int at = i;
      means.add(Means.geometric(groups.stream().map(group -> group.values().get(at)).toList()));
    }
    return new Bars(
        "labels",
        "CCA by labels",
        "Execution time over that of the baseline. Vertices offer their labels to their neighbours,"
            + " in place of hooking the representatives of components to one another; the paper says"
            + " neither. Lower is better.",
        "time",
        "×",
        configurations.stream().map(Configuration::label).toList(),
        groups,
        List.of(new Bars.Group("geometric mean", means)),
        List.of());
  }

  /** What is stated of CCA, by this algorithm. */
  static void judge(Judge judge) {
    String subject = subject(Benchmark.LEVELS.getFirst());
    stated(
        judge, "time_mean", "improves performance on average", judge.mean(subject, Quantity.TIME));
    stated(judge, "time_max", "improves performance at most", judge.most(subject, Quantity.TIME));
    stated(judge, "energy_mean", "reduces energy on average", judge.mean(subject, Quantity.ENERGY));
    stated(
        judge,
        "traffic_max",
        "reduces interconnect traffic at most",
        judge.most(subject, Quantity.TRAFFIC));
    List<Case> cases = new ArrayList<>();
    for (int high : List.of(100, 75)) {
      for (int low : List.of(50, 25)) {
        cases.add(
            new Case(
                subject(high) + "/" + low, time(judge, subject(high)) / time(judge, subject(low))));
      }
    }
    judge.cases(
        "labels-levels",
        SOURCE,
        "A few very strongly connected nodes enable CCA_75 and CCA_100 to outperform CCA_25 and CCA_50, by labels",
        "time over the baseline's of the one over that of the other, below 1 by more than 0.5%",
        cases,
        Judge::less);
  }

  private static double time(Judge judge, String subject) {
    return 1 - judge.mean(subject, Quantity.TIME);
  }

  private static void stated(Judge judge, String member, String words, double reduction) {
    judge.less(
        "labels-" + member.replace('_', '-'),
        SOURCE,
        "LAB " + words + ": CCA by labels",
        judge.stated().of(Benchmark.CCA.name(), member),
        reduction);
  }
}
