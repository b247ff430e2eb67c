package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Upper bounds of the values of a skeleton's reads and writes, however reads are matched. A value
 * comes from another over no more steps than there are events, as none is out of thin air.
 */
final class ValueDomains {
  private final ExecutionSkeleton skeleton;

  /** By event; empty for what has no value. */
  private final long[] @Nullable [] values;

  ValueDomains(ExecutionSkeleton skeleton) {
    this.skeleton = skeleton;
    this.values = new long[skeleton.size()][];
    Arrays.fill(values, ValueSets.EMPTY);
    boolean changed = true;
    for (int steps = 0; changed && steps <= skeleton.size(); steps++) {
      changed = false;
      for (int event = 0; event < values.length; event++) {
        long[] next = next(event);
        changed |= !Arrays.equals(next, values[event]);
        values[event] = next;
      }
    }
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
    for (int source : skeleton.sources(number)) {
      candidates = ValueSets.union(candidates, values[source]);
    }
    return event.thread() < 0
        ? candidates
        : ValueSets.bounded(
            ValueSets.suiting(
                candidates, skeleton.paths.get(event.thread()).constraints(), number - first));
  }
}
