package dev.syncopate.study.figure;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Bars in groups, or the same as a table: a row a group, a column a series.
 *
 * @param axis what the heights count
 * @param unit behind each number: {@code ×}, {@code %} or nothing
 * @param series one name for each bar of every group
 * @param groups from left to right
 * @param means over the groups, set apart
 * @param stated numbers that the paper states
 */
public record BarFigure(
    String id,
    String title,
    String note,
    String axis,
    String unit,
    List<String> series,
    List<Group> groups,
    List<Group> means,
    List<Stated> stated)
    implements Figure {
  public BarFigure {
    series = List.copyOf(series);
    groups = List.copyOf(groups);
    means = List.copyOf(means);
    stated = List.copyOf(stated);
  }

  /**
   * Bars side by side.
   *
   * @param values one for each series
   */
  public record Group(String label, List<Double> values) {
    public Group {
      values = List.copyOf(values);
    }
  }

  /**
   * A number that the paper states in words or in a table.
   *
   * @param group label of the group or mean it belongs to
   * @param text as it is printed, for example {@code >1.65}
   */
  public record Stated(String group, String series, double value, String text) {}

  @Override
  public BarFigure relabelled(UnaryOperator<String> label) {
    return new BarFigure(
        id,
        title,
        note,
        axis,
        unit,
        series,
        groups.stream()
            .map(group -> new Group(label.apply(group.label()), group.values()))
            .toList(),
        means,
        stated.stream()
            .map(statedValue ->
                new Stated(
                    label.apply(statedValue.group()),
                    statedValue.series(),
                    statedValue.value(),
                    statedValue.text()))
            .toList());
  }

  @Override
  public boolean isMeasured() {
    return groups.stream().anyMatch(BarFigure::isMeasured);
  }

  @Override
  public BarFigure measured() {
    return new BarFigure(
        id,
        title,
        note,
        axis,
        unit,
        series,
        groups.stream().filter(BarFigure::isMeasured).toList(),
        means.stream().filter(BarFigure::isMeasured).toList(),
        stated);
  }

  private static boolean isMeasured(Group group) {
    return !group.values().stream().allMatch(value -> value.isNaN());
  }

  /** A bar above so many times the third quartile of all bars is clipped. */
  private static final double CLIP = 3;

  /** Of all bars at most one in so many is clipped. */
  private static final int CLIPPED = 5;

  /**
   * Height at which the few bars are clipped that would squash all others: three times the third
   * quartile, and no less than what the paper states. NaN if there is no such bar, or more than one
   * in five is.
   */
  public double clip() {
    List<Double> sorted =
        Stream.concat(groups.stream(), means.stream())
            .flatMap(group -> group.values().stream())
            .filter(value -> !value.isNaN())
            .sorted()
            .toList();
    if (sorted.isEmpty()) {
      return Double.NaN;
    }
    double published = stated.stream().mapToDouble(Stated::value).max().orElse(0);
    double clip = Math.max(CLIP * sorted.get((3 * sorted.size() - 1) / 4), published);
    long above = sorted.stream().filter(value -> value > clip).count();
    return above > 0 && above * CLIPPED <= sorted.size() ? clip : Double.NaN;
  }

  /** What the paper states for a place, as it is printed; empty if it states nothing. */
  public String stated(String group, String series) {
    for (Stated statedValue : stated) {
      if (statedValue.group().equals(group) && statedValue.series().equals(series)) {
        return statedValue.text();
      }
    }
    return "";
  }
}
