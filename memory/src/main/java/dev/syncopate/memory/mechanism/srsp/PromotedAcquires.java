package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The PA-TBL of an L1. Executes the {@link AcquireTable}. */
final class PromotedAcquires implements Stateful<AcquireState, Object> {
  final PaTable table;
  private final SrspPolicy policy;
  private final SrspL1Counters counts;
  private final StateMachine<AcquireState, AcquireState.Event, PromotedAcquires, Object> machine;

  /**
   * @param policy flushes and invalidates the L1
   * @param counts what happens to the PA-TBL
   * @param entries of the PA-TBL
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  PromotedAcquires(
      L1Parts parts,
      SrspPolicy policy,
      SrspL1Counters counts,
      int entries,
      StateTable<AcquireState, AcquireState.Event, PromotedAcquires, Object> acquireTable) {
    this.policy = policy;
    this.counts = counts;
    table = new PaTable(entries);
    machine =
        new StateMachine<>(
            acquireTable,
            this,
            "PA-TBL of " + parts.environment().node(),
            parts.environment().clock());
  }

  // ---- events ----

  private void fire(AcquireState.Event event, long line, @Nullable Object cause) {
    machine.fire(state(line, 0), event, line, 0, cause);
  }

  /** A home bank has the next acquire of a line promoted. */
  void promoteNext(MemoryMessage message) {
    boolean room = table.hasRoomFor(message.line);
    fire(
        room ? AcquireState.Event.SELECTIVE_INVALIDATE : AcquireState.Event.OVERFLOW,
        message.line,
        message);
  }

  /** A line that the PA-TBL has is acquired at CTA scope. */
  void acquired(LineAccess access) {
    fire(AcquireState.Event.ACQUIRE, access.line, access);
  }

  /** The L1 has been invalidated. */
  void invalidated() {
    while (!table.isEmpty()) {
      fire(AcquireState.Event.INVALIDATE, table.last(), null);
    }
  }

  // ---- states ----

  @Override
  public AcquireState state(long line, int part) {
    return table.contains(line) ? AcquireState.PROMOTED : AcquireState.UNPROMOTED;
  }

  @Override
  public void enter(AcquireState next, long line, int part, @Nullable Object cause) {
    switch (next) {
      case PROMOTED -> table.add(line);
      case UNPROMOTED -> table.remove(line);
    }
  }

  // ---- actions ----

  /** Flushes the L1 for another's remote access. */
  void flush() {
    counts.paOverflows++;
    policy.flushAll();
  }

  void invalidate() {
    policy.invalidate();
  }

  void promote() {
    counts.promotedAcquires++;
  }

  // ---- diagnosis ----

  List<TransitionCount> transitions() {
    return machine.pairs();
  }

  void check() {
    machine.check();
  }
}
