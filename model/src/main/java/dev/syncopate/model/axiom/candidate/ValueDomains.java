package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.Constraint;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Upper bounds of the values of a skeleton's reads and writes, however reads are matched. A value
 * comes from another over no more steps than there are events, as none is out of thin air. Sets of
 * values are ascending; null is any value.
 */
final class ValueDomains {
  /** Where there are more values of an event, or more ways to compute one, any is possible. */
  private static final int MOST = 64;

  private static final long[] NONE = {};

  private final ExecutionSkeleton skeleton;

  /** By event; empty for what has no value. */
  private final long[] @Nullable [] values;

  ValueDomains(ExecutionSkeleton skeleton) {
    this.skeleton = skeleton;
    this.values = new long[skeleton.size()][];
    Arrays.fill(values, NONE);
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

  /** The values that a thread's computation may have once some reads are matched. */
  long @Nullable [] of(int thread, SymbolicValue value, @Nullable ReadMatching matching) {
    return switch (value) {
      case SymbolicValue.Known(long number) -> new long[] {number};
      case SymbolicValue.Read(int local) -> {
        int event = skeleton.first[thread] + local;
        yield matching != null && matching.knows(event)
            ? new long[] {matching.value(event)}
            : values[event];
      }
      case SymbolicValue.Computed(var arithmetic, SymbolicValue a, SymbolicValue b, int _) -> {
        long[] aValues = of(thread, a, matching);
        long[] bs = of(thread, b, matching);
        yield aValues == null || bs == null || aValues.length * bs.length > MOST
            ? null
            : set(
                Arrays.stream(aValues)
                    .flatMap(x -> Arrays.stream(bs).map(y -> arithmetic.apply(x, y))));
      }
    };
  }

  private long @Nullable [] next(int number) {
    MemoryEvent event = skeleton.event(number);
    SymbolicValue written = event.value();
    if (written != null) {
      return bounded(of(event.thread(), written, null));
    }
    LongStream candidates = LongStream.empty();
    for (int source : skeleton.sources(number)) {
      long[] sourceValues = values[source];
      if (sourceValues == null) {
        return null;
      }
      candidates = LongStream.concat(candidates, Arrays.stream(sourceValues));
    }
    return bounded(set(candidates.filter(value -> suits(number, value))));
  }

  /** Whether a read may have a value, as far as its thread's path says so of this read alone. */
  private boolean suits(int read, long value) {
    int thread = skeleton.event(read).thread();
    int local = read - skeleton.first[thread];
    for (Constraint constraint : skeleton.paths.get(thread).constraints()) {
      if (constraint.a() instanceof SymbolicValue.Read(int readIndex)
          && readIndex == local
          && constraint.b() instanceof SymbolicValue.Known(long number)
          && !constraint.comparison().holds(value, number)) {
        return false;
      }
    }
    return true;
  }

  private static long[] set(LongStream numbers) {
    return numbers.sorted().distinct().toArray();
  }

  private static long @Nullable [] bounded(long @Nullable [] domain) {
    return domain == null || domain.length > MOST ? null : domain;
  }
}
