package dev.syncopate.check.confluence;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What passes through the barrier of a cluster, by its phases. */
final class ClusterPasts {
  /** By phase, what those have left who have arrived. */
  private final Map<Long, Past> arrived = new HashMap<>();

  /** The same of threads that have exited, by the first phase that does not wait for them. */
  private final NavigableMap<Long, Past> exited = new TreeMap<>();

  void arrive(long phase, Past past) {
    arrived.merge(phase, past, Past::union);
  }

  void exit(long phase, Past past) {
    exited.merge(phase, past, Past::union);
  }

  /** What those follow who have waited for the end of a phase. */
  Past ended(long phase) {
    arrived.keySet().removeIf(former -> former < phase - 1);
    Past past = arrived.getOrDefault(phase, Past.NOTHING);
    for (Past departure : exited.headMap(phase, true).values()) {
      past = Past.union(past, departure);
    }
    return past;
  }
}
