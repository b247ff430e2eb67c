package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.litmus.IntegerFunction;
import java.util.BitSet;

/**
 * Symbolic value of a thread's computation, before the values of its reads are known. A computation
 * of reads is kept as it was written even where its result is a constant ({@code xor r1, r0, r0}):
 * syntactic dependencies count.
 */
public sealed interface SymbolicValue {
  /** A number. */
  record Known(long value) implements SymbolicValue {}

  /** What a read read, by its number among the thread's events. */
  record Read(int event) implements SymbolicValue {}

  /**
   * A computation of which some input is read.
   *
   * @param depth how many computations stand inside each other
   */
  record Computed(IntegerFunction arithmetic, SymbolicValue a, SymbolicValue b, int depth)
      implements SymbolicValue {}

  /** Computations inside each other, at most: each takes a frame of the stack. */
  int DEEPEST = 1000;

  /** The result of a computation. */
  static SymbolicValue of(IntegerFunction arithmetic, SymbolicValue a, SymbolicValue b) {
    return a instanceof Known(long x) && b instanceof Known(long y)
        ? new Known(arithmetic.apply(x, y))
        : new Computed(arithmetic, a, b, 1 + Math.max(a.depth(), b.depth()));
  }

  /** How many computations stand inside each other. */
  default int depth() {
    return 0;
  }

  /** The reads it depends on, by their numbers among the thread's events. */
  default BitSet reads() {
    BitSet reads = new BitSet();
    collect(reads);
    return reads;
  }

  private void collect(BitSet reads) {
    switch (this) {
      case Known _ -> {}
      case Read(int event) -> reads.set(event);
      case Computed(IntegerFunction _, SymbolicValue a, SymbolicValue b, int _) -> {
        a.collect(reads);
        b.collect(reads);
      }
    }
  }

  /** Whether it depends on no read. */
  default boolean isFixed() {
    return this instanceof Known || reads().isEmpty();
  }

  /**
   * Whether what it needs is known.
   *
   * @param knownEvents of each event of the execution, whether its value is
   * @param first where the thread's events start in {@code knownEvents}
   */
  default boolean isKnown(boolean[] knownEvents, int first) {
    return switch (this) {
      case Known _ -> true;
      case Read(int event) -> knownEvents[first + event];
      case Computed(IntegerFunction _, SymbolicValue a, SymbolicValue b, int _) ->
          a.isKnown(knownEvents, first) && b.isKnown(knownEvents, first);
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
      case Computed(IntegerFunction arithmetic, SymbolicValue a, SymbolicValue b, int _) ->
          arithmetic.apply(a.in(values, first), b.in(values, first));
    };
  }
}
