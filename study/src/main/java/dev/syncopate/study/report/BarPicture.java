package dev.syncopate.study.report;

import dev.syncopate.study.chart.BarChart;
import dev.syncopate.study.chart.BarChartSvg;
import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Figure;
import java.util.ArrayList;
import java.util.List;

/** Bars as a still picture, for where no program runs. */
final class BarPicture {
  private BarPicture() {}

  static String svg(Bars bars) {
    List<BarChart.Panel> panels = new ArrayList<>();
    panels.add(panel("", bars.groups()));
    if (!bars.means().isEmpty()) {
      panels.add(panel("means", bars.means()));
    }
    return BarChartSvg.draw(new BarChart(bars.title(), "", bars.axis(), "", bars.series(), panels));
  }

  private static BarChart.Panel panel(String title, List<Bars.Group> groups) {
    return new BarChart.Panel(
        title,
        groups.stream()
            .map(group ->
                new BarChart.Group(
                    group.label().replaceFirst(" mean$", "").replace(Figure.ON, "\n"),
                    group.values().stream()
                        .map(value -> value.isNaN() ? 0.0 : Math.max(0, value))
                        .toList()))
            .toList());
  }
}
