package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import java.util.ArrayList;
import java.util.List;

/**
 * Connected components by another algorithm: the paper names none. In CCA a vertex offers its
 * component's representative to those of its neighbours, so that most updates go to few words ("a
 * small subset of vertices are very strongly connected", §V-B). Here a vertex offers its label to
 * its neighbours.
 */
final class LabelPropagation {
  /** What is simulated, the baseline first. */
  static final List<LabConfiguration> CONFIGURATIONS =
      List.of(
          LabConfiguration.BASE,
          LabConfiguration.lab(8),
          LabConfiguration.lab(64),
          LabConfiguration.lab(256),
          LabConfiguration.UNLIMITED_LAB,
          LabConfiguration.HLRC,
          LabConfiguration.PHI);

  private LabelPropagation() {}

  /**
   * @param level one of {@link LabBenchmark#LEVELS}
   */
  static String subject(int level) {
    return LabBenchmark.CCA.label(level) + "-labels";
  }

  static Figure figure(LabMeasurements measured) {
    List<LabConfiguration> configurations =
        CONFIGURATIONS.stream()
            .filter(configuration -> !configuration.equals(LabConfiguration.BASE))
            .toList();
    List<BarFigure.Group> groups = new ArrayList<>();
    for (int level : LabBenchmark.LEVELS) {
      List<Double> times = new ArrayList<>();
      for (LabConfiguration configuration : configurations) {
        times.add(measured.ratio(subject(level), configuration, LabMeasurements.Quantity.TIME));
      }
      groups.add(new BarFigure.Group(subject(level), times));
    }
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < configurations.size(); i++) {
      int index = i;
      means.add(Means.geometric(groups.stream().map(group -> group.values().get(index)).toList()));
    }
    return new BarFigure(
        "labels",
        "CCA by labels",
        "Execution time over that of the baseline. Vertices offer their labels to their neighbours,"
            + " in place of hooking the representatives of components to one another; the paper says"
            + " neither. Lower is better.",
        "time",
        "×",
        configurations.stream().map(LabConfiguration::label).toList(),
        groups,
        List.of(new BarFigure.Group("geometric mean", means)),
        List.of());
  }
}
