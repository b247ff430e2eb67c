package dev.syncopate.sim.stats;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Writes the page that says what every statistic counts. */
public final class CounterPage {
  private CounterPage() {}

  /**
   * A Markdown section for each component, the part of the names before the first dot, with a table
   * of its counters in alphabetical order.
   *
   * @param counters classes with {@link Counter} fields; several may share a counter, described
   *     alike
   * @throws IllegalArgumentException when two classes describe one counter differently
   */
  public static String sections(Collection<Class<?>> counters) {
    Map<String, String> docs = new TreeMap<>();
    for (Class<?> type : counters) {
      for (Field field : type.getFields()) {
        Counter counter = field.getAnnotation(Counter.class);
        if (counter != null) {
          String earlier = docs.putIfAbsent(counter.name(), counter.doc());
          if (earlier != null && !earlier.equals(counter.doc())) {
            throw new IllegalArgumentException(
                counter.name()
                    + " is described as \""
                    + earlier
                    + "\" and as \""
                    + counter.doc()
                    + "\"");
          }
        }
      }
    }
    StringBuilder page = new StringBuilder();
    String component = "";
    for (Map.Entry<String, String> entry : docs.entrySet()) {
      String name = entry.getKey();
      String prefix = name.substring(0, Math.max(0, name.indexOf('.')));
      if (page.isEmpty() || !prefix.equals(component)) {
        component = prefix;
        page.append("\n## ").append(prefix.isEmpty() ? "run" : prefix);
        page.append("\n\n| counter | counts |\n|---|---|\n");
      }
      page.append("| `").append(name).append("` | ").append(entry.getValue()).append(" |\n");
    }
    return page.toString();
  }
}
