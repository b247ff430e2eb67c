package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Memory event of a thread, or the initial write of a location. Events that it depends on or
 * belongs to are numbered within its thread.
 *
 * @param kind what it is
 * @param thread whose it is, an index into the test's threads; -1 for initial writes
 * @param instruction which of the thread's instructions; -1 for initial writes
 * @param order the order of this half of the operation: of an atomic's halves the read acquires and
 *     the write releases
 * @param scope the threads it includes; null for weak accesses and where none is written
 * @param remote whether it is a remote operation
 * @param location which location, an index into {@link TestLocations}; -1 for none
 * @param address by which of the location's names; -1 for none
 * @param value what is written; null for what is none
 * @param addressFrom the reads that its address depends on, by their numbers
 * @param dataFrom the reads that its value depends on; of a compare-and-swap's read those that the
 *     expected value depends on
 * @param controlFrom the reads that its being there depends on
 * @param partner the other half of a read-modify-write; -1 for none
 * @param transaction which of the thread's transactions it is of, counted from 0; -1 for none
 * @param meeting of an arrival at a block's barrier or a departure; null for others
 * @param async what else is known of an event of asynchronous synchronisation; null for others
 */
public record MemoryEvent(
    Kind kind,
    int thread,
    int instruction,
    LitmusOrder order,
    @Nullable LitmusScope scope,
    boolean remote,
    int location,
    int address,
    @Nullable SymbolicValue value,
    BitSet addressFrom,
    BitSet dataFrom,
    BitSet controlFrom,
    int partner,
    int transaction,
    @Nullable Meeting meeting,
    @Nullable AsyncFacts async) {

  /** Depends on no read. Never changed. */
  static final BitSet NOTHING = new BitSet();

  /** Kind of an event. */
  public enum Kind {
    INITIAL,
    READ,
    WRITE,
    FENCE,
    PROXY_FENCE,
    /** Arrives at a barrier. */
    ARRIVAL,
    /** Leaves a barrier. */
    DEPARTURE,
    /** Step of asynchronous synchronisation that accesses no data, such as an arrival. */
    STEP
  }

  /**
   * Parameters of a barrier.
   *
   * @param quorum how many meet; null for all threads of the group
   * @param ofSubgroup whether the group is a subgroup and not a block
   */
  public record Meeting(
      SymbolicValue instance,
      SymbolicValue id,
      @Nullable SymbolicValue quorum,
      boolean ofSubgroup) {}

  /** Whether it is in program order; parts of an asynchronous operation are not. */
  public boolean inProgram() {
    return async == null || async.inProgram();
  }

  /** Whether it is a wait for an mbarrier that is not complete. */
  boolean isFailedWait() {
    return async != null && async.failedWait();
  }

  /** Whether it is a write, an initial one or a thread's. */
  public boolean writes() {
    return kind == Kind.WRITE || kind == Kind.INITIAL;
  }

  /** Whether it is a read. */
  public boolean reads() {
    return kind == Kind.READ;
  }

  public static MemoryEvent initial(int location, long value) {
    return new MemoryEvent(
        Kind.INITIAL,
        -1,
        -1,
        LitmusOrder.WEAK,
        null,
        false,
        location,
        location,
        new SymbolicValue.Known(value),
        NOTHING,
        NOTHING,
        NOTHING,
        -1,
        -1,
        null,
        null);
  }
}
