package dev.syncopate.model.litmus;

import org.jspecify.annotations.Nullable;

/**
 * One instruction of a thread. Targets of branches are indices into the thread's instructions; one
 * past the last ends the thread. A {@code scope} is null exactly for weak and commutative
 * operations written without one.
 */
public sealed interface Instruction {
  /** Reads a location into a register. */
  record Load(Order order, @Nullable Scope scope, boolean remote, String target, Operand address)
      implements Instruction {}

  /** Writes a location. */
  record Store(Order order, @Nullable Scope scope, boolean remote, Operand address, Operand value)
      implements Instruction {}

  /**
   * Reads and writes a location at once.
   *
   * @param target the register that takes the old value; null for {@code red}
   */
  record Atomic(
      Order order,
      @Nullable Scope scope,
      boolean remote,
      Update update,
      @Nullable String target,
      Operand address)
      implements Instruction {}

  /** What an atomic operation writes. */
  sealed interface Update {
    /** The old value combined with another. */
    record Combine(Arithmetic arithmetic, Operand value) implements Update {}

    /** Another value. */
    record Exchange(Operand value) implements Update {}

    /** {@code replacement} if the old value is {@code expected}; else nothing. */
    record CompareAndSwap(Operand expected, Operand replacement) implements Update {}
  }

  /** Orders the thread's operations: of order {@code ACQ_REL} or {@code SC}. */
  record Fence(Order order, Scope scope) implements Instruction {}

  /** Orders accesses by different ways to one place. */
  record ProxyFence(Proxy proxy) implements Instruction {}

  /** The ways to memory that are read; the others are refused. */
  enum Proxy {
    GENERIC,
    ALIAS
  }

  /**
   * Meets other threads of the same block.
   *
   * @param waits whether it waits for the others ({@code sync}) or only tells them ({@code arrive})
   * @param instance which barrier in the program
   * @param id which of the block's named barriers; null when none is given
   * @param quorum how many threads meet; null for all of the block
   */
  record Barrier(boolean waits, Operand instance, @Nullable Operand id, @Nullable Operand quorum)
      implements Instruction {}

  /** Begins a transaction; inside one it does nothing. */
  record Begin() implements Instruction {}

  /** Commits the transaction that it is as deep in as its begin. */
  record Commit() implements Instruction {}

  /**
   * Sets a register to 1 where the transaction around it was given up and its accesses are plain
   * ones, else to 0. Transactions of a thread that nowhere asks are never given up.
   */
  record Failed(String target) implements Instruction {}

  /** Sets a register. */
  record Move(String target, Operand value) implements Instruction {}

  /** Computes into a register. */
  record Compute(Arithmetic arithmetic, String target, Operand a, Operand b)
      implements Instruction {}

  /** Goes elsewhere when a comparison holds. */
  record Branch(Comparison comparison, Operand a, Operand b, int target) implements Instruction {}

  /** Goes elsewhere. */
  record Goto(int target) implements Instruction {}
}
