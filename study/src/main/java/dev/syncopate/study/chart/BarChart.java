package dev.syncopate.study.chart;

import java.util.List;

/**
 * Bars in groups in panels that share one axis from zero.
 *
 * @param title one line
 * @param subtitle one line, what was measured and on what
 * @param axis what the heights count
 * @param unit behind the numbers over the bars, for example {@code ×}
 * @param series one name for each bar of every group, for the legend
 * @param panels from left to right, at least one
 */
public record BarChart(
    String title,
    String subtitle,
    String axis,
    String unit,
    List<String> series,
    List<Panel> panels) {
  public BarChart {
    series = List.copyOf(series);
    panels = List.copyOf(panels);
  }

  /**
   * Groups under one heading.
   *
   * @param title one short line
   * @param groups from left to right
   */
  public record Panel(String title, List<Group> groups) {
    public Panel {
      groups = List.copyOf(groups);
    }
  }

  /**
   * Bars side by side.
   *
   * @param label one or two short lines, broken at a line feed
   * @param values one for each series, not negative
   */
  public record Group(String label, List<Double> values) {
    public Group {
      values = List.copyOf(values);
    }
  }

  /** Height of the highest bar; 0 if there is none. */
  double highest() {
    return panels.stream()
        .flatMap(panel -> panel.groups().stream())
        .flatMap(group -> group.values().stream())
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }
}
