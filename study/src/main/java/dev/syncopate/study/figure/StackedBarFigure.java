package dev.syncopate.study.figure;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Bars in groups, each of parts that stand on one another.
 *
 * @param axis what the heights count
 * @param unit behind each number
 * @param series one name for each bar of every group
 * @param parts one name for each part of every bar, the lowest first
 * @param groups from left to right
 */
public record StackedBarFigure(
    String id,
    String title,
    String note,
    String axis,
    String unit,
    List<String> series,
    List<String> parts,
    List<Group> groups)
    implements Figure {
  public StackedBarFigure {
    series = List.copyOf(series);
    parts = List.copyOf(parts);
    groups = List.copyOf(groups);
  }

  /**
   * Bars side by side.
   *
   * @param stacks for each series a value for each part
   */
  public record Group(String label, List<List<Double>> stacks) {
    public Group {
      stacks = stacks.stream().map(List::copyOf).toList();
    }

    /** Height of a bar. */
    public double height(int series) {
      return stacks.get(series).stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  @Override
  public boolean isMeasured() {
    return groups.stream().anyMatch(StackedBarFigure::isMeasured);
  }

  @Override
  public StackedBarFigure measured() {
    return new StackedBarFigure(
        id,
        title,
        note,
        axis,
        unit,
        series,
        parts,
        groups.stream().filter(StackedBarFigure::isMeasured).toList());
  }

  private static boolean isMeasured(Group group) {
    return group.stacks().stream().flatMap(List::stream).anyMatch(value -> !value.isNaN());
  }

  @Override
  public StackedBarFigure relabelled(UnaryOperator<String> label) {
    return new StackedBarFigure(
        id,
        title,
        note,
        axis,
        unit,
        series,
        parts,
        groups.stream()
            .map(group -> new Group(label.apply(group.label()), group.stacks()))
            .toList());
  }
}
