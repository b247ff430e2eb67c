package dev.syncopate.check.race;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The hand-overs that were found, each four instructions once. */
final class HandOverLog {
  /** The accesses to data and flag, as {@link SourceSites} has them. */
  record Key(String kernel, boolean shared, int write, int flagWrite, int flagRead, int read) {}

  /** A load of a kernel, as in {@link SourceSites}. */
  private record Load(String kernel, int site) {}

  /** Hand-overs that are kept. */
  private static final int MOST = 1000;

  private final Map<Key, HandOver> handOvers = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();
  private final Set<Load> independent = new HashSet<>();

  /** Whether there is such a hand-over already, or no room for it; counts it. */
  boolean again(Key key) {
    return counts.computeIfPresent(key, (four, times) -> times + 1) != null
        || counts.size() == MOST;
  }

  void add(Key key, HandOver handOver) {
    handOvers.put(key, handOver);
    counts.put(key, 1L);
  }

  /**
   * A load has met data that no flag had told of: it relies on none, as in iterations that take any
   * value that is there.
   */
  void independent(String kernel, int load) {
    independent.add(new Load(kernel, load));
  }

  boolean isIndependent(String kernel, int load) {
    return independent.contains(new Load(kernel, load));
  }

  /** Those whose loads have always been behind a flag. */
  List<HandOver> all() {
    List<HandOver> countedHandOvers = new ArrayList<>();
    handOvers.forEach((key, handOver) -> {
      if (!isIndependent(key.kernel, key.read)) {
        countedHandOvers.add(handOver.counted(counts.getOrDefault(key, 1L)));
      }
    });
    return countedHandOvers;
  }
}
