package dev.syncopate.memory.access;

import org.jspecify.annotations.Nullable;

/**
 * The part of a memory instruction that is known before it runs. One object per instruction of a
 * program. Made by {@link #load}, {@link #store}, {@link #atomic} and {@link #fence}, and modified
 * by the methods {@code withX}, so that no caller passes ten arguments.
 *
 * @param kind what it does
 * @param atomic the read-modify-write, for {@link AccessKind#ATOMIC}
 * @param type element type in memory
 * @param elements elements each lane moves (1, 2, 4, 8), contiguous from its address; of an atomic
 *     1, or 2 that an exchange or a compare-and-swap takes as one word of 128 bits
 * @param order as the program states it
 * @param scope as the program states it
 * @param remote remote scope promotion
 * @param commutative LAB's commutative atomic
 * @param nonCoherent a weak load of what is only read while its kernel runs ({@code ld.global.nc},
 *     PTX §9.7.9.9); matters to DeNovo's read-only region, and to the race check
 * @param resultUsed whether a lane waits for a value: loads, and atomics whose result is read
 * @param registerBits width of the destination register: values are extended from {@code type} to
 *     this and then kept zero-extended in 64 bits
 */
public record MemoryOperation(
    AccessKind kind,
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
    return plain(AccessKind.LOAD, null, type, Order.WEAK, Scope.CTA, true);
  }

  /** A weak store of one element. */
  public static MemoryOperation store(DataType type) {
    return plain(AccessKind.STORE, null, type, Order.WEAK, Scope.CTA, false);
  }

  /** A relaxed atomic at component scope, whose result is used. */
  public static MemoryOperation atomic(AtomicOp operation, DataType type) {
    return plain(AccessKind.ATOMIC, operation, type, Order.RELAXED, Scope.GPU, true);
  }

  /** A fence. */
  public static MemoryOperation fence(Order order, Scope scope) {
    return new MemoryOperation(
        AccessKind.FENCE, null, DataType.B32, 0, order, scope, false, false, false, false, 0);
  }

  private static MemoryOperation plain(
      AccessKind kind,
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
    Copy copy = new Copy(this);
    copy.order = otherOrder;
    copy.scope = otherScope;
    return of(copy);
  }

  /** The same of some contiguous elements a lane. */
  public MemoryOperation withElements(int count) {
    Copy copy = new Copy(this);
    copy.elements = count;
    return of(copy);
  }

  /** The same into registers of some width. */
  public MemoryOperation into(int bits) {
    Copy copy = new Copy(this);
    copy.registerBits = bits;
    return of(copy);
  }

  /** The same with remote scope promotion, or without. */
  public MemoryOperation withRemote(boolean promotes) {
    Copy copy = new Copy(this);
    copy.remote = promotes;
    return of(copy);
  }

  /** The same as a commutative atomic, or not. */
  public MemoryOperation withCommutative(boolean unordered) {
    Copy copy = new Copy(this);
    copy.commutative = unordered;
    return of(copy);
  }

  /** The same weak load of what is only read while its kernel runs, or of what may be written. */
  public MemoryOperation withNonCoherent(boolean onlyRead) {
    Copy copy = new Copy(this);
    copy.nonCoherent = onlyRead;
    return of(copy);
  }

  /** The same whose result is used, or not. */
  public MemoryOperation withResult(boolean used) {
    Copy copy = new Copy(this);
    copy.resultUsed = used;
    return of(copy);
  }

  /** An operation that differs from another in a field. */
  private static final class Copy {
    final MemoryOperation original;
    int elements;
    Order order;
    Scope scope;
    boolean remote;
    boolean commutative;
    boolean nonCoherent;
    boolean resultUsed;
    int registerBits;

    Copy(MemoryOperation original) {
      this.original = original;
      elements = original.elements;
      order = original.order;
      scope = original.scope;
      remote = original.remote;
      commutative = original.commutative;
      nonCoherent = original.nonCoherent;
      resultUsed = original.resultUsed;
      registerBits = original.registerBits;
    }
  }

  private static MemoryOperation of(Copy copy) {
    return new MemoryOperation(
        copy.original.kind,
        copy.original.atomic,
        copy.original.type,
        copy.elements,
        copy.order,
        copy.scope,
        copy.remote,
        copy.commutative,
        copy.nonCoherent,
        copy.resultUsed,
        copy.registerBits);
  }

  /** Bytes each lane moves. */
  public int bytesPerLane() {
    return elements * type.bytes();
  }
}
