package dev.syncopate.sim.stats;

import java.util.Collection;
import java.util.LinkedHashMap;
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
    Map<Class<?>, long[]> byClass = new LinkedHashMap<>();
    for (Object object : counters) {
      Class<?> type = object.getClass();
      CounterFields fields = CounterFields.of(type);
      fields.add(object, byClass.computeIfAbsent(type, missing -> fields.zeros()));
    }
    Map<String, Long> sums = new TreeMap<>();
    byClass.forEach((type, values) -> CounterFields.of(type).addTo(sums, values));
    return sums;
  }
}
