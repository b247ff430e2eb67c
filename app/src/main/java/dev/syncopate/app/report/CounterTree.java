package dev.syncopate.app.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Turns counters with dotted names into nested objects: {@code l1.loads} is found as {@code
 * .l1.loads} by a reader of JSON.
 */
public final class CounterTree {
  private CounterTree() {}

  /** Adds counters to a document; a counter may not have the name of another one's group. */
  public static void add(Map<String, Object> document, Map<String, Long> counters) {
    counters.forEach((name, value) -> {
      String[] path = name.split("\\.", -1);
      Map<String, Object> node = document;
      for (int i = 0; i < path.length - 1; i++) {
        node = group(node, path[i], name);
      }
      if (node.putIfAbsent(path[path.length - 1], value) != null) {
        throw new IllegalStateException("counter " + name + " collides with another name");
      }
    });
  }

  @SuppressWarnings(
      "unchecked") // every map below a document was put there by this class or is one of its like
  private static Map<String, Object> group(Map<String, Object> node, String key, String name) {
    Object inner = node.computeIfAbsent(key, missing -> new LinkedHashMap<String, Object>());
    if (inner instanceof Map<?, ?>) {
      return (Map<String, Object>) inner;
    }
    throw new IllegalStateException("counter " + name + " collides with the value named " + key);
  }
}
