package dev.syncopate.memory.access;

import org.jspecify.annotations.Nullable;

/**
 * The part of a memory instruction that is known before it runs. One object per instruction of a
 * program.
 *
 * @param kind what it does
 * @param atomic the read-modify-write, for {@link Kind#ATOMIC}
 * @param type element type in memory
 * @param elements elements each lane moves (1, 2, 4, 8), contiguous from its address
 * @param order as the program states it
 * @param scope as the program states it
 * @param remote remote scope promotion
 * @param commutative LAB's commutative atomic
 * @param resultUsed whether a lane waits for a value: loads, and atomics whose result is read
 * @param registerBits width of the destination register: values are extended from {@code type} to
 *     this and then kept zero-extended in 64 bits
 */
public record MemoryOperation(
    Kind kind,
    @Nullable AtomicOp atomic,
    DataType type,
    int elements,
    Order order,
    Scope scope,
    boolean remote,
    boolean commutative,
    boolean resultUsed,
    int registerBits) {

  /** A fence. */
  public static MemoryOperation fence(Order order, Scope scope) {
    return new MemoryOperation(
        Kind.FENCE, null, DataType.B32, 0, order, scope, false, false, false, 0);
  }

  /** Bytes each lane moves. */
  public int bytesPerLane() {
    return elements * type.bytes();
  }
}
