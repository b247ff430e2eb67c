package dev.syncopate.study.figure;

import java.util.List;

/**
 * Lines over a number.
 *
 * @param across what the horizontal axis counts
 * @param axis what the heights count
 * @param unit behind each number
 * @param series one name for each line
 * @param points from left to right
 */
public record LineFigure(
    String id,
    String title,
    String note,
    String across,
    String axis,
    String unit,
    List<String> series,
    List<Point> points)
    implements Figure {
  public LineFigure {
    series = List.copyOf(series);
    points = List.copyOf(points);
  }

  @Override
  public boolean isMeasured() {
    return isMeasured(points);
  }

  static boolean isMeasured(List<Point> points) {
    return points.stream().flatMap(point -> point.values().stream()).anyMatch(v -> !v.isNaN());
  }

  /**
   * A place on the horizontal axis.
   *
   * @param label of the place, for people
   * @param values one for each series
   */
  public record Point(long x, String label, List<Double> values) {
    public Point {
      values = List.copyOf(values);
    }

    /** A place whose label is its number. */
    public Point(long x, List<Double> values) {
      this(x, Long.toString(x), values);
    }
  }
}
