package dev.syncopate.machine.warp;

import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;

/** Operations on masks of lanes. */
public final class Predicates {
  private Predicates() {}

  public static long apply(PredicateOperation operation, long a, long b) {
    return switch (operation) {
      case NONE, MOVE -> a;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case NOT -> ~a;
      case TRUE -> -1L;
      case FALSE -> 0L;
    };
  }

  /** Writes a predicate in some lanes. */
  public static void write(Warp warp, int predicate, long value, long lanes) {
    long[] predicates = warp.predicates();
    predicates[predicate] = (predicates[predicate] & ~lanes) | (value & lanes);
  }
}
