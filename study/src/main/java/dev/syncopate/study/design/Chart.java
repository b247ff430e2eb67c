package dev.syncopate.study.design;

import java.util.List;
import java.util.Optional;

/**
 * A chart of a sweep's results.
 *
 * @param kind how it is drawn
 * @param metric {@code cycles}, {@code launches}, {@code energy.nJ}, {@code figure.NAME} of a
 *     workload, or a counter's name
 * @param ratio what the heights are
 * @param across factor along the horizontal axis
 * @param down factor of a heat map's rows
 * @param series factors whose values have a colour each; of none, all that the chart names nowhere
 *     else
 * @param panel factor with a chart for each value
 */
public record Chart(
    Kind kind,
    String metric,
    Ratio ratio,
    String across,
    Optional<String> down,
    List<String> series,
    Optional<String> panel) {
  public Chart {
    series = List.copyOf(series);
  }

  /** Form of a chart. */
  public enum Kind {
    /** Groups of bars. */
    BARS,
    /** Lines over a factor whose values are numbers. */
    LINES,
    /** A coloured field for each pair of values. */
    HEAT,
    /** Rows and columns of numbers. */
    TABLE
  }

  /** A chart's view of a metric. */
  public enum Ratio {
    /** The metric itself. */
    NONE,
    /** That of the baseline over that of the point: higher is better. */
    SPEEDUP,
    /** That of the point over that of the baseline. */
    RATIO
  }
}
