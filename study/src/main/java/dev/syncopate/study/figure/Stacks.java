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
public record Stacks(
    String id,
    String title,
    String note,
    String axis,
    String unit,
    List<String> series,
    List<String> parts,
    List<Group> groups)
    implements Figure {
  public Stacks {
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
    return groups.stream().anyMatch(Stacks::isMeasured);
  }

  @Override
  public Stacks measured() {
    return new Stacks(
        id,
        title,
        note,
        axis,
        unit,
        series,
        parts,
        groups.stream().filter(Stacks::isMeasured).toList());
  }

  private static boolean isMeasured(Group group) {
    return group.stacks().stream().flatMap(List::stream).anyMatch(value -> !value.isNaN());
  }

  @Override
  public Stacks relabelled(UnaryOperator<String> label) {
    return new Stacks(
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
