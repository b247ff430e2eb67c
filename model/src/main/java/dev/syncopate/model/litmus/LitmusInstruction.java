package dev.syncopate.model.litmus;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An instruction of a thread. Targets of branches are indices into the thread's instructions; one
 * past the last ends the thread. A {@code scope} is null exactly for weak and commutative
 * operations written without one.
 */
public sealed interface LitmusInstruction {
  /** Reads a location into a register. */
  record Load(
      LitmusOrder order,
      @Nullable LitmusScope scope,
      boolean remote,
      String target,
      LitmusOperand address)
      implements LitmusInstruction {}

  /** Writes a location. */
  record Store(
      LitmusOrder order,
      @Nullable LitmusScope scope,
      boolean remote,
      LitmusOperand address,
      LitmusOperand value)
      implements LitmusInstruction {}

  /**
   * Reads and writes a location at once.
   *
   * @param target the register that takes the old value; null for {@code red}
   */
  record Atomic(
      LitmusOrder order,
      @Nullable LitmusScope scope,
      boolean remote,
      Update update,
      @Nullable String target,
      LitmusOperand address)
      implements LitmusInstruction {}

  /** Value written by an atomic operation. */
  sealed interface Update {
    /** The old value combined with another. */
    record Combine(IntegerFunction arithmetic, LitmusOperand value) implements Update {}

    /** Another value. */
    record Exchange(LitmusOperand value) implements Update {}

    /** {@code replacement} if the old value is {@code expected}; else nothing. */
    record CompareAndSwap(LitmusOperand expected, LitmusOperand replacement) implements Update {}
  }

  /** Orders the thread's operations: of order {@code ACQ_REL} or {@code SC}. */
  record Fence(LitmusOrder order, LitmusScope scope) implements LitmusInstruction {}

  /** Orders accesses by different ways to one place. */
  record ProxyFence(Proxy proxy) implements LitmusInstruction {}

  /** Ways to memory, and the kinds of fences between them. */
  enum Proxy {
    GENERIC("GEN"),
    SURFACE("SUR"),
    TEXTURE("TEX"),
    CONSTANT("CON"),
    /** Fence between names of one location; no way to memory. */
    ALIAS("ALIAS");

    private final String set;

    Proxy(String set) {
      this.set = set;
    }

    /** Set of a model that its events belong to. */
    public String set() {
      return set;
    }

    /** As tests write it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Meets other threads of the same block.
   *
   * @param waits whether it waits for the others ({@code sync}) or only tells them ({@code arrive})
   * @param instance which barrier in the program
   * @param id which of the block's named barriers; null when none is given
   * @param quorum how many threads meet; null for all of the group
   * @param ofSubgroup whether the group is the thread's subgroup (its warp) and not its block
   */
  record Barrier(
      boolean waits,
      LitmusOperand instance,
      @Nullable LitmusOperand id,
      @Nullable LitmusOperand quorum,
      boolean ofSubgroup)
      implements LitmusInstruction {

    /** A barrier of the block. */
    public Barrier(
        boolean waits,
        LitmusOperand instance,
        @Nullable LitmusOperand id,
        @Nullable LitmusOperand quorum) {
      this(waits, instance, id, quorum, false);
    }
  }

  /** Begins a transaction; inside one it does nothing. */
  record Begin() implements LitmusInstruction {}

  /** Commits the transaction that it is as deep in as its begin. */
  record Commit() implements LitmusInstruction {}

  /**
   * Sets a register to 1 where the transaction around it was given up and its accesses are plain
   * ones, else to 0. Transactions of a thread that nowhere asks are never given up.
   */
  record Failed(String target) implements LitmusInstruction {}

  /** Sets a register. */
  record Move(String target, LitmusOperand value) implements LitmusInstruction {}

  /** Computes into a register. */
  record Compute(IntegerFunction arithmetic, String target, LitmusOperand a, LitmusOperand b)
      implements LitmusInstruction {}

  /** Goes elsewhere when a comparison holds. */
  record Branch(ComparisonOperator comparison, LitmusOperand a, LitmusOperand b, int target)
      implements LitmusInstruction {}

  /** Starts, waits for or orders asynchronous operations. */
  record Asynchronous(AsyncInstruction operation) implements LitmusInstruction {}

  /** Goes elsewhere. */
  record Goto(int target) implements LitmusInstruction {}
}
