package dev.syncopate.memory.coverage;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.UnreachedRows;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reasons why rows of a protocol's tables are not executed under a consistency model, by pair. */
public final class RowExplanations {
  private final SortedMap<String, RowExplanation> byPair = new TreeMap<>();

  private RowExplanations() {}

  /** Those for a protocol under a consistency model. */
  public static RowExplanations of(Protocol protocol, ConsistencyModel model) {
    return of(protocol.unreached(), model);
  }

  /**
   * Those for a consistency model.
   *
   * @throws IllegalArgumentException for a pair that is explained twice
   */
  static RowExplanations of(List<UnreachedRows> unreached, ConsistencyModel model) {
    RowExplanations explanations = new RowExplanations();
    for (UnreachedRows entry : unreached) {
      if (entry.models().contains(model)) {
        entry.pairs().forEach(pair -> explanations.add(entry, pair));
      }
    }
    return explanations;
  }

  private void add(UnreachedRows unreached, String pair) {
    if (byPair.put(pair, new RowExplanation(pair, unreached.claim(), unreached.why())) != null) {
      throw new IllegalArgumentException(pair + " is explained twice");
    }
  }

  /** The explanation of a pair, or null when it has none. */
  public @Nullable RowExplanation of(String pair) {
    return byPair.get(pair);
  }

  /** The pairs that have not happened and are not explained. */
  public SortedSet<String> unexplained(SortedMap<String, Long> counts) {
    SortedSet<String> pairs = new TreeSet<>();
    counts.forEach((pair, count) -> {
      if (count == 0 && !byPair.containsKey(pair)) {
        pairs.add(pair);
      }
    });
    return pairs;
  }

  /** The pairs that are said never to happen, and have. */
  public SortedSet<String> refuted(SortedMap<String, Long> counts) {
    SortedSet<String> pairs = new TreeSet<>();
    byPair.forEach((pair, explanation) -> {
      if (explanation.claim() == UnreachedRows.Claim.NEVER && counts.getOrDefault(pair, 0L) > 0) {
        pairs.add(pair);
      }
    });
    return pairs;
  }

  /** The pairs that are explained and not listed. */
  public SortedSet<String> unlisted(SortedMap<String, Long> counts) {
    SortedSet<String> pairs = new TreeSet<>(byPair.keySet());
    pairs.removeAll(counts.keySet());
    return pairs;
  }
}
