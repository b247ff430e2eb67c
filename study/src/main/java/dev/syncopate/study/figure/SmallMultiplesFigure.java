package dev.syncopate.study.figure;

import java.util.List;

/**
 * Small multiples: the same lines over the same numbers, a panel for each subject. Each panel has a
 * separate scale.
 *
 * @param across what the horizontal axes count
 * @param axis what the heights count
 * @param unit behind each number
 * @param series one name for each line of every panel
 * @param panels row by row
 * @param columns panels side by side
 */
public record SmallMultiplesFigure(
    String id,
    String title,
    String note,
    String across,
    String axis,
    String unit,
    List<String> series,
    List<Panel> panels,
    int columns)
    implements Figure {
  public SmallMultiplesFigure {
    series = List.copyOf(series);
    panels = List.copyOf(panels);
  }

  @Override
  public boolean isMeasured() {
    return panels.stream().anyMatch(panel -> LineFigure.isMeasured(panel.points()));
  }

  @Override
  public SmallMultiplesFigure measured() {
    return new SmallMultiplesFigure(
        id,
        title,
        note,
        across,
        axis,
        unit,
        series,
        panels.stream().filter(panel -> LineFigure.isMeasured(panel.points())).toList(),
        columns);
  }

  /**
   * Lines under a heading.
   *
   * @param points from left to right
   */
  public record Panel(String title, List<LineFigure.Point> points) {
    public Panel {
      points = List.copyOf(points);
    }
  }
}
