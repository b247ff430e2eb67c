package dev.syncopate.sim.stats;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Reads counters classes: sums fields marked {@link Counter} over components, by name. */
public final class Statistics {
  private Statistics() {}

  /**
   * @param counters objects with {@link Counter} fields, of any classes
   * @return name to sum, in alphabetical order
   */
  public static Map<String, Long> sum(Collection<?> counters) {
    Map<String, Long> sums = new TreeMap<>();
    for (Object object : counters) {
      for (Field field : object.getClass().getFields()) {
        Counter counter = field.getAnnotation(Counter.class);
        if (counter != null) {
          sums.merge(counter.name(), read(field, object), Long::sum);
        }
      }
    }
    return sums;
  }

  private static long read(Field field, Object object) {
    try {
      return field.getLong(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("counter " + field + " must be public in a public class", e);
    }
  }
}
