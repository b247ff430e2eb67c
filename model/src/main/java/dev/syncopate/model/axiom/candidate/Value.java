package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.litmus.Arithmetic;

/**
 * What a thread computes with before it is known what its reads read. A computation of reads is
 * kept as it was written even where its result is a constant ({@code xor r1, r0, r0}): syntactic
 * dependencies count.
 */
sealed interface Value {
  /** A number. */
  record Known(long value) implements Value {}

  /** What a read read, by its number among the thread's events. */
  record Read(int event) implements Value {}

  /** A computation of which some input is read. */
  record Computed(Arithmetic arithmetic, Value a, Value b) implements Value {}

  /** The result of a computation. */
  static Value of(Arithmetic arithmetic, Value a, Value b) {
    return a instanceof Known(long x) && b instanceof Known(long y)
        ? new Known(arithmetic.apply(x, y))
        : new Computed(arithmetic, a, b);
  }

  /** The reads it depends on, a bit for each by its number among the thread's events. */
  default long reads() {
    return switch (this) {
      case Known _ -> 0;
      case Read(int event) -> 1L << event;
      case Computed(Arithmetic _, Value a, Value b) -> a.reads() | b.reads();
    };
  }

  /**
   * The number, where what it needs is known.
   *
   * @param values what each event of the execution read or wrote
   * @param first where the thread's events start in {@code values}
   */
  default long in(long[] values, int first) {
    return switch (this) {
      case Known(long value) -> value;
      case Read(int event) -> values[first + event];
      case Computed(Arithmetic arithmetic, Value a, Value b) ->
          arithmetic.apply(a.in(values, first), b.in(values, first));
    };
  }
}
