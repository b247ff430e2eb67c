package dev.syncopate.study.design;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A combination of factor values: one simulation of a sweep.
 *
 * @param values by factor, in the order of the design
 */
public record Point(Map<String, String> values) {
  public Point {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The value of a factor; empty if the point has none. */
  public String value(String factor) {
    return values.getOrDefault(factor, "");
  }

  /** The point with other values of some factors. */
  Point with(Map<String, String> others) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.putAll(others);
    return new Point(changed);
  }
}
