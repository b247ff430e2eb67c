package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.Constraint;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Sets of values, ascending without repetition; null is the set of all values. */
final class ValueSets {
  static final long[] EMPTY = {};

  /** Larger sets, and those of more combinations, are taken for all values. */
  static final int MOST = 64;

  private ValueSets() {}

  /**
   * The values of a computation.
   *
   * @param events the values of each event of the thread that it may depend on, by its number
   */
  static long @Nullable [] of(SymbolicValue value, IntFunction<long @Nullable []> events) {
    return switch (value) {
      case SymbolicValue.Known(long number) -> new long[] {number};
      case SymbolicValue.Read(int local) -> events.apply(local);
      case SymbolicValue.Computed(var arithmetic, SymbolicValue a, SymbolicValue b, int _) -> {
        long[] aValues = of(a, events);
        long[] bValues = of(b, events);
        if (aValues == null || bValues == null || aValues.length * bValues.length > MOST) {
          yield null;
        }
        long[] results = new long[aValues.length * bValues.length];
        int count = 0;
        for (long x : aValues) {
          for (long y : bValues) {
            results[count++] = arithmetic.apply(x, y);
          }
        }
        yield sorted(results, count);
      }
    };
  }

  /** The set of the first numbers of an array, which is sorted on the way. */
  static long[] sorted(long[] numbers, int count) {
    if (count < 2) {
      return Arrays.copyOf(numbers, count);
    }
    Arrays.sort(numbers, 0, count);
    int distinct = 1;
    for (int i = 1; i < count; i++) {
      if (numbers[i] != numbers[distinct - 1]) {
        numbers[distinct++] = numbers[i];
      }
    }
    return Arrays.copyOf(numbers, distinct);
  }

  static long @Nullable [] union(long @Nullable [] a, long @Nullable [] b) {
    if (a == null || b == null) {
      return null;
    }
    if (b.length == 0) {
      return a;
    }
    long[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return sorted(joined, joined.length);
  }

  /** The same set, or all values if it is too large. */
  static long @Nullable [] bounded(long @Nullable [] set) {
    return set == null || set.length > MOST ? null : set;
  }

  /**
   * The values of a set that a read may have, as far as constraints say so of this read alone.
   *
   * @param read its number among the thread's events
   */
  static long @Nullable [] suiting(
      long @Nullable [] set, Iterable<Constraint> constraints, int read) {
    if (set == null) {
      return null;
    }
    long[] suiting = new long[set.length];
    int count = 0;
    for (long value : set) {
      if (suits(constraints, read, value)) {
        suiting[count++] = value;
      }
    }
    return Arrays.copyOf(suiting, count);
  }

  private static boolean suits(Iterable<Constraint> constraints, int read, long value) {
    for (Constraint constraint : constraints) {
      if (constraint.a() instanceof SymbolicValue.Read(int number)
          && number == read
          && constraint.b() instanceof SymbolicValue.Known(long bound)
          && !constraint.comparison().holds(value, bound)) {
        return false;
      }
    }
    return true;
  }
}
