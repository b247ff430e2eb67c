package dev.syncopate.study.design;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * The design of an experiment: its points, what they are compared with, and what is drawn.
 *
 * @param name for files
 * @param title one line
 * @param points in the order of the design, each once
 * @param baseline factor values that give a point's baseline; empty for none
 * @param charts in the order of the page
 */
public record Design(
    String name,
    String title,
    List<Point> points,
    Map<String, String> baseline,
    List<Chart> charts) {
  public Design {
    points = List.copyOf(points);
    baseline = Collections.unmodifiableMap(new LinkedHashMap<>(baseline));
    charts = List.copyOf(charts);
  }

  /**
   * The design of every value with every other.
   *
   * @param values of each factor, at least one; the last factor changes first
   */
  public static Design grid(String name, String title, Map<String, List<String>> values) {
    List<Point> points = List.of(new Point(Map.of()));
    for (Map.Entry<String, List<String>> factor : values.entrySet()) {
      points =
          points.stream()
              .flatMap(point ->
                  factor.getValue().stream()
                      .map(value -> point.with(Map.of(factor.getKey(), value))))
              .distinct()
              .toList();
    }
    return new Design(name, title, points, Map.of(), List.of());
  }

  /** Every factor that a point has a value of, in the order of the design. */
  public List<String> factors() {
    SequencedSet<String> factors = new LinkedHashSet<>();
    points.forEach(point -> factors.addAll(point.values().keySet()));
    return List.copyOf(factors);
  }

  /** Factors with more than one value. */
  public List<String> varied() {
    return factors().stream().filter(factor -> values(factor).size() > 1).toList();
  }

  /** The values of a factor, in the order of the design; empty text where a point has none. */
  public List<String> values(String factor) {
    SequencedSet<String> values = new LinkedHashSet<>();
    points.forEach(point -> values.add(point.value(factor)));
    return List.copyOf(values);
  }

  /**
   * The point that a point is divided by, if the design contains that point. An option of the
   * baseline does not count for a point that has no value of it: its workload has no such option.
   */
  public Optional<Point> baselineOf(Point point) {
    if (baseline.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> changes = new LinkedHashMap<>(baseline);
    changes.keySet().removeIf(factor -> Factor.isOption(factor) && point.value(factor).isEmpty());
    Point changed = point.with(changes);
    return points.stream().filter(changed::equals).findFirst();
  }
}
