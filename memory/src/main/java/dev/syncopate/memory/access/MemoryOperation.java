package dev.syncopate.memory.access;

import org.jspecify.annotations.Nullable;

/**
 * The part of a memory instruction that is known before it runs. One object per instruction of a
 * program. Made by {@link #load}, {@link #store}, {@link #atomic} and {@link #fence}, and changed
 * by what begins with {@code with}: nobody else names ten things in a row.
 *
 * @param kind what it does
 * @param atomic the read-modify-write, for {@link Kind#ATOMIC}
 * @param type element type in memory
 * @param elements elements each lane moves (1, 2, 4, 8), contiguous from its address
 * @param order as the program states it
 * @param scope as the program states it
 * @param remote remote scope promotion
 * @param commutative LAB's commutative atomic
 * @param nonCoherent a weak load of what is only read while its kernel runs ({@code ld.global.nc},
 *     PTX §9.7.9.9); matters to DeNovo's read-only region alone
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
    boolean nonCoherent,
    boolean resultUsed,
    int registerBits) {

  /** A weak load of one element, into a register of its width. */
  public static MemoryOperation load(DataType type) {
    return plain(Kind.LOAD, null, type, Order.WEAK, Scope.CTA, true);
  }

  /** A weak store of one element. */
  public static MemoryOperation store(DataType type) {
    return plain(Kind.STORE, null, type, Order.WEAK, Scope.CTA, false);
  }

  /** A relaxed atomic at component scope, whose result is used. */
  public static MemoryOperation atomic(AtomicOp operation, DataType type) {
    return plain(Kind.ATOMIC, operation, type, Order.RELAXED, Scope.GPU, true);
  }

  /** A fence. */
  public static MemoryOperation fence(Order order, Scope scope) {
    return new MemoryOperation(
        Kind.FENCE, null, DataType.B32, 0, order, scope, false, false, false, false, 0);
  }

  private static MemoryOperation plain(
      Kind kind,
      @Nullable AtomicOp atomic,
      DataType type,
      Order order,
      Scope scope,
      boolean resultUsed) {
    int bits = 8 * type.bytes();
    return new MemoryOperation(
        kind, atomic, type, 1, order, scope, false, false, false, resultUsed, bits);
  }

  /** The same in another order, at another scope. */
  public MemoryOperation with(Order otherOrder, Scope otherScope) {
    return new MemoryOperation(
        kind,
        atomic,
        type,
        elements,
        otherOrder,
        otherScope,
        remote,
        commutative,
        nonCoherent,
        resultUsed,
        registerBits);
  }

  /** The same of some contiguous elements a lane. */
  public MemoryOperation withElements(int count) {
    return new MemoryOperation(
        kind,
        atomic,
        type,
        count,
        order,
        scope,
        remote,
        commutative,
        nonCoherent,
        resultUsed,
        registerBits);
  }

  /** The same into registers of some width. */
  public MemoryOperation into(int bits) {
    return new MemoryOperation(
        kind,
        atomic,
        type,
        elements,
        order,
        scope,
        remote,
        commutative,
        nonCoherent,
        resultUsed,
        bits);
  }

  /** The same with remote scope promotion, or without. */
  public MemoryOperation withRemote(boolean promotes) {
    return new MemoryOperation(
        kind,
        atomic,
        type,
        elements,
        order,
        scope,
        promotes,
        commutative,
        nonCoherent,
        resultUsed,
        registerBits);
  }

  /** The same as a commutative atomic, or not. */
  public MemoryOperation withCommutative(boolean unordered) {
    return new MemoryOperation(
        kind,
        atomic,
        type,
        elements,
        order,
        scope,
        remote,
        unordered,
        nonCoherent,
        resultUsed,
        registerBits);
  }

  /** The same weak load of what is only read while its kernel runs, or of what may be written. */
  public MemoryOperation withNonCoherent(boolean onlyRead) {
    return new MemoryOperation(
        kind,
        atomic,
        type,
        elements,
        order,
        scope,
        remote,
        commutative,
        onlyRead,
        resultUsed,
        registerBits);
  }

  /** The same whose result is used, or not. */
  public MemoryOperation withResult(boolean used) {
    return new MemoryOperation(
        kind,
        atomic,
        type,
        elements,
        order,
        scope,
        remote,
        commutative,
        nonCoherent,
        used,
        registerBits);
  }

  /** Bytes each lane moves. */
  public int bytesPerLane() {
    return elements * type.bytes();
  }
}
