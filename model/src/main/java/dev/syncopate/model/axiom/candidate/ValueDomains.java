package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Upper bounds of the values of a skeleton's reads and writes, however reads are matched. A value
 * comes from another over each event that computes at most once, as none is out of thin air.
 */
final class ValueDomains {
  private final ExecutionSkeleton skeleton;

  /** By event; empty for what has no value. */
  private final long[] @Nullable [] values;

  private final IntFunction<int[]> sources;

  /** By event: whether it computes a value that none of its inputs has. */
  private final BitSet computing = new BitSet();

  ValueDomains(ExecutionSkeleton skeleton) {
    this(skeleton, skeleton::sources);
  }

  /**
   * @param sources the writes that a read may read from
   */
  ValueDomains(ExecutionSkeleton skeleton, IntFunction<int[]> sources) {
    this.skeleton = skeleton;
    this.sources = sources;
    this.values = new long[skeleton.size()][];
    Arrays.fill(values, ValueSets.EMPTY);
    for (int event = 0; event < values.length; event++) {
      computing.set(event, skeleton.event(event).value() instanceof SymbolicValue.Computed);
    }
    boolean changed = true;
    while (grow(/* computes= */ false)) {}
    for (int steps = 0; changed && steps < computing.cardinality(); steps++) {
      changed = grow(/* computes= */ true);
      while (grow(/* computes= */ false)) {}
    }
  }

  /** Adds the values of events that compute, or of the others; whether some event has more. */
  private boolean grow(boolean computes) {
    boolean changed = false;
    long[][] grown = values.clone();
    for (int event = 0; event < values.length; event++) {
      if (computing.get(event) == computes) {
        grown[event] = next(event);
        changed |= !Arrays.equals(grown[event], values[event]);
      }
    }
    System.arraycopy(grown, 0, values, 0, values.length);
    return changed;
  }

  /** The values of a read or write. */
  long @Nullable [] of(int event) {
    return values[event];
  }

  /** The values that a thread's computation may have. */
  long @Nullable [] of(int thread, SymbolicValue value) {
    int first = skeleton.first[thread];
    return ValueSets.of(value, read -> values[first + read]);
  }

  /** The values that a thread's computation may have once some reads are matched. */
  long @Nullable [] of(int thread, SymbolicValue value, ReadMatching matching) {
    int first = skeleton.first[thread];
    return ValueSets.of(
        value,
        read ->
            matching.knows(first + read)
                ? new long[] {matching.value(first + read)}
                : values[first + read]);
  }

  private long @Nullable [] next(int number) {
    MemoryEvent event = skeleton.event(number);
    SymbolicValue written = event.value();
    int first = skeleton.first[Math.max(0, event.thread())];
    if (written != null) {
      return ValueSets.bounded(ValueSets.of(written, read -> values[first + read]));
    }
    long[] candidates = ValueSets.EMPTY;
    for (int source : sources.apply(number)) {
      candidates = ValueSets.union(candidates, values[source]);
    }
    return event.thread() < 0
        ? candidates
        : ValueSets.bounded(
            ValueSets.suiting(
                candidates, skeleton.paths.get(event.thread()).constraints(), number - first));
  }
}
