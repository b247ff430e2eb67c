package dev.syncopate.study.figure;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Box plots in groups.
 *
 * @param axis what is distributed
 * @param series one name for each box of every group
 * @param boxes group by group
 */
public record BoxPlotFigure(
    String id, String title, String note, String axis, List<String> series, List<Box> boxes)
    implements Figure {
  public BoxPlotFigure {
    series = List.copyOf(series);
    boxes = List.copyOf(boxes);
  }

  @Override
  public boolean isMeasured() {
    return !boxes.isEmpty();
  }

  @Override
  public BoxPlotFigure relabelled(UnaryOperator<String> label) {
    return new BoxPlotFigure(
        id,
        title,
        note,
        axis,
        series,
        boxes.stream().map(box -> box.of(label.apply(box.group()))).toList());
  }

  /**
   * A distribution.
   *
   * @param low smallest sample
   * @param lower quartile
   * @param upper quartile
   * @param high largest sample
   * @param samples their number
   */
  public record Box(
      String group,
      String series,
      double low,
      double lower,
      double median,
      double upper,
      double high,
      int samples) {

    private Box of(String newGroup) {
      return new Box(newGroup, series, low, lower, median, upper, high, samples);
    }

    /**
     * Of samples divided by {@code unit}; quartiles between samples are interpolated linearly.
     *
     * @param samples at least one
     */
    public static Box of(String group, String series, long[] samples, double unit) {
      long[] sorted = samples.clone();
      Arrays.sort(sorted);
      return new Box(
          group,
          series,
          quantile(sorted, 0) / unit,
          quantile(sorted, 0.25) / unit,
          quantile(sorted, 0.5) / unit,
          quantile(sorted, 0.75) / unit,
          quantile(sorted, 1) / unit,
          sorted.length);
    }

    /** The value below which a share of the samples is, between 0 for the smallest and 1. */
    public static double quantile(long[] sorted, double share) {
      double place = share * (sorted.length - 1);
      int below = (int) place;
      int above = Math.min(below + 1, sorted.length - 1);
      return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
  }
}
