package dev.syncopate.study.paper;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Numbers of scenarios over those of a reference, subject by subject, on one machine. */
record Ratios(ResultGrid grid, String machine, List<String> subjects, String reference) {
  static final String GEOMETRIC = "geometric mean";
  static final String ARITHMETIC = "arithmetic mean";

  /** How many times faster than the reference a scenario is on a subject; NaN if unknown. */
  double speedup(String subject, String scenario) {
    return 1 / grid.ratio(subject, scenario, reference, machine, PaperMeasures::cycles);
  }

  /** Speedups on all subjects. */
  List<Double> speedups(String scenario) {
    return subjects.stream().map(subject -> speedup(subject, scenario)).toList();
  }

  /** A measure over the reference's on all subjects. */
  List<Double> relative(String scenario, ToDoubleFunction<JobResult> quantity) {
    return subjects.stream()
        .map(subject -> grid.ratio(subject, scenario, reference, machine, quantity))
        .toList();
  }

  /** Speedups as bars. */
  BarFigure speedups(
      String id, String title, String note, List<String> scenarios, List<BarFigure.Stated> stated) {
    return bars(
        id,
        title,
        note,
        "speed-up over " + reference,
        scenarios,
        scenarios.stream().map(this::speedups).toList(),
        stated);
  }

  /** A measure over the reference's as bars. */
  BarFigure relative(
      String id,
      String title,
      String note,
      String axis,
      List<String> scenarios,
      ToDoubleFunction<JobResult> quantity,
      List<BarFigure.Stated> stated) {
    return bars(
        id,
        title,
        note,
        axis,
        scenarios,
        scenarios.stream().map(scenario -> relative(scenario, quantity)).toList(),
        stated);
  }

  /**
   * @param columns for each scenario, a value for each subject
   */
  BarFigure bars(
      String id,
      String title,
      String note,
      String axis,
      List<String> scenarios,
      List<List<Double>> columns,
      List<BarFigure.Stated> stated) {
    List<BarFigure.Group> groups = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      int row = i;
      groups.add(
          new BarFigure.Group(
              subjects.get(i), columns.stream().map(column -> column.get(row)).toList()));
    }
    List<BarFigure.Group> means =
        List.of(
            new BarFigure.Group(GEOMETRIC, columns.stream().map(Means::geometric).toList()),
            new BarFigure.Group(ARITHMETIC, columns.stream().map(Means::arithmetic).toList()));
    return new BarFigure(id, title, note, axis, "×", scenarios, groups, means, stated);
  }
}
