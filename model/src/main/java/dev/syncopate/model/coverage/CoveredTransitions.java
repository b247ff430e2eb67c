package dev.syncopate.model.coverage;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.RowExplanation;
import dev.syncopate.memory.coverage.RowExplanations;
import dev.syncopate.memory.system.Protocols;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Execution count of each pair that some hardware lists, by the origin of the transition. */
public final class CoveredTransitions {
  private final BoundHardware hardware;
  private final RowExplanations explanations;
  private final Map<TransitionOrigin, SortedMap<String, Long>> counts =
      new EnumMap<>(TransitionOrigin.class);
  private final List<String> wrong = new ArrayList<>();

  CoveredTransitions(BoundHardware hardware) {
    this(
        hardware,
        RowExplanations.of(
            Protocols.named(hardware.protocol()), ConsistencyModel.named(hardware.model())));
  }

  CoveredTransitions(BoundHardware hardware, RowExplanations explanations) {
    this.hardware = hardware;
    this.explanations = explanations;
    for (TransitionOrigin source : TransitionOrigin.values()) {
      counts.put(source, new TreeMap<>());
    }
  }

  /**
   * A pair.
   *
   * @param pair for example {@code L1 CLEAN STORE}
   * @param counts how often it happened, by source in their order
   * @param why the reason known for its never happening, or null
   */
  public record Row(String pair, List<Long> counts, @Nullable String why) {
    /** How often it happened. */
    public long sum() {
      return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** Whether it never happened and the reason is known. */
    public boolean isExplained() {
      return sum() == 0 && why != null;
    }
  }

  void add(TransitionOrigin source, Map<String, Long> happened) {
    happened.forEach((pair, count) -> part(source).merge(pair, count, Long::sum));
  }

  void addWrong(String text) {
    wrong.add(text);
  }

  private SortedMap<String, Long> part(TransitionOrigin source) {
    return counts.computeIfAbsent(source, unseen -> new TreeMap<>());
  }

  /** Whose pairs. */
  public BoundHardware hardware() {
    return hardware;
  }

  /** Errors that occurred in the meantime and that no program may cause. */
  public List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** How often each pair happened in all. */
  public SortedMap<String, Long> sums() {
    SortedMap<String, Long> sums = new TreeMap<>();
    for (SortedMap<String, Long> part : counts.values()) {
      part.forEach((pair, count) -> sums.merge(pair, count, Long::sum));
    }
    return sums;
  }

  /** The pairs that a source made happen. */
  public int happened(TransitionOrigin source) {
    return (int) part(source).values().stream().filter(count -> count > 0).count();
  }

  /** All pairs by name, those last that never happened. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (String pair : sums().keySet()) {
      List<Long> row = new ArrayList<>();
      counts.values().forEach(part -> row.add(part.getOrDefault(pair, 0L)));
      RowExplanation explanation = explanations.of(pair);
      rows.add(new Row(pair, List.copyOf(row), explanation == null ? null : explanation.why()));
    }
    rows.sort(Comparator.comparing(row -> row.sum() == 0));
    return rows;
  }

  /** Pairs that never happened and have no explanation. */
  public SortedSet<String> unexplained() {
    return explanations.unexplained(sums());
  }

  /** Pairs that are said never to happen, and have. */
  public SortedSet<String> refuted() {
    return explanations.refuted(sums());
  }

  /** Pairs that are explained and not listed. */
  public SortedSet<String> unlisted() {
    return explanations.unlisted(sums());
  }

  /** Whether everything is as explained, and nothing went wrong. */
  public boolean passes() {
    return wrong.isEmpty()
        && unexplained().isEmpty()
        && refuted().isEmpty()
        && unlisted().isEmpty();
  }
}
