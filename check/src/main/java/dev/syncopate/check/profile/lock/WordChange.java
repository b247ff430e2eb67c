package dev.syncopate.check.profile.lock;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Effect of a lane's access on a word.
 *
 * @param atomic null for a plain store of {@code a}
 * @param a first operand
 * @param b second operand
 * @param answered whether the thread learns the value before
 */
record WordChange(@Nullable AtomicOp atomic, DataType type, long a, long b, boolean answered) {
  /** The value after one. */
  long apply(long oldValue) {
    AtomicOp operation = atomic == null ? AtomicOp.EXCH : atomic;
    return operation.apply(type, oldValue, a, b);
  }

  /** Whether it can be a try to acquire a lock. */
  boolean swaps() {
    return answered && (atomic == AtomicOp.CAS || atomic == AtomicOp.EXCH);
  }
}
