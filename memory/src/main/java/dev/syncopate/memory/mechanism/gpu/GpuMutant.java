package dev.syncopate.memory.mechanism.gpu;

import static dev.syncopate.memory.kit.LineState.CLEAN;
import static dev.syncopate.memory.kit.LineState.DIRTY;
import static dev.syncopate.memory.kit.LineState.INVALID;
import static dev.syncopate.memory.kit.l1.L1Event.FORWARD;
import static dev.syncopate.memory.kit.l1.L1Table.FORWARD_ACCESS;
import static dev.syncopate.memory.kit.l1.L1Table.KEEP_FILL;
import static dev.syncopate.memory.kit.l1.L1Table.PLAIN;
import static dev.syncopate.memory.kit.l1.L1Table.SEND_DIRTY;
import static dev.syncopate.memory.kit.l1.MissEvent.DETACH;
import static dev.syncopate.memory.kit.l1.MissEvent.PARK_ATOMIC;
import static dev.syncopate.memory.kit.l1.MissState.CLOSED;
import static dev.syncopate.memory.kit.l1.MissState.OPEN;
import static dev.syncopate.memory.kit.l1.MissStateTable.ATOMICS;
import static dev.syncopate.memory.kit.l1.MissStateTable.SET_ATOMIC;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.kit.l1.MissEvent;
import dev.syncopate.memory.kit.l1.MissState;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.decorator.EarlyStep;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;
import java.util.Objects;

/** GPU coherence that is wrong on purpose. */
public enum GpuMutant implements Mutant {
  NO_DRAIN("no synchronisation waits for the warp's own earlier accesses"),
  NO_FLUSH("no release or acquire writes the L1's dirty bytes through"),
  NO_AWAIT("no release waits until its writes are acknowledged"),
  NO_INVALIDATE("no acquire invalidates the L1"),
  RELEASE_WITHOUT_FLUSH("no release writes through or waits for writes"),
  ATOMICS_AT_L1("what is to be performed at the L2 is performed at the L1"),
  NO_DETACH_ON_INVALIDATE(
      "a fill that was asked for before an invalidation enters the L1 after it"),
  NO_DETACH_ON_DROP("a fill that was asked for before its line was dropped enters the L1 after it"),
  NOTHING_WAITS_BEHIND_ATOMICS("an access overtakes an atomic of the same line that is on its way"),
  FILL_OVERWRITES_VALID_BYTES("a fill overwrites bytes that were stored while it was on its way"),
  FORWARD_KEEPS_LINE("a line on which an atomic is performed at the L2 stays in the L1"),
  FORWARD_LOSES_DIRTY_BYTES("an atomic at the L2 drops its line's dirty bytes from the L1"),
  AWAIT_IGNORES_WRITES_IN_FLIGHT("a wait for writes does not wait"),
  OVERFLOW_FORGETS_LINE("a line whose entry leaves the sFIFO loses its dirty bytes"),
  WRITE_THROUGH_SENDS_WHOLE_LINE(
      "a write-through sends bytes that are valid and not dirty as well"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1");

  private static final Action<L1Lines, Object> KEEP_ALL =
      new Action<>(
          "keep all bytes",
          (lines, line, frame, fill) ->
              keepAll(lines, (MemoryMessage) Objects.requireNonNull(fill)));

  private static final Action<L1Lines, Object> SEND_VALID =
      new Action<>(
          "send all valid bytes",
          (lines, line, frame, cause) -> {
            CacheArray array = lines.array;
            array.markDirty(frame, array.validLow(frame), array.validHigh(frame));
            SEND_DIRTY.body().perform(lines, line, frame, cause);
          });

  private final String fault;

  GpuMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  // spotless:off
  @Override
  public Protocol wrong(Protocol right) {
    return switch (this) {
      case NO_DRAIN -> without(right, BasicStep.DRAIN);
      case NO_FLUSH -> without(right, BasicStep.FLUSH);
      case NO_AWAIT -> without(right, BasicStep.AWAIT_WRITES);
      case NO_INVALIDATE -> without(right, BasicStep.INVALIDATE);
      case RELEASE_WITHOUT_FLUSH -> without(right, BasicStep.FLUSH, BasicStep.AWAIT_WRITES);
      case ATOMICS_AT_L1 -> WrongProtocol.steps(right, table -> table.replacing(BasicStep.PERFORM_AT_L2, BasicStep.PERFORM_AT_L1));
      case NO_DETACH_ON_INVALIDATE -> misses(right, ATOMICS.but().on(OPEN, MissEvent.INVALIDATE).to(OPEN).on(CLOSED, MissEvent.INVALIDATE).to(CLOSED));
      case NO_DETACH_ON_DROP -> misses(right, ATOMICS.but().on(OPEN, DETACH).to(OPEN).on(CLOSED, DETACH).to(CLOSED));
      case NOTHING_WAITS_BEHIND_ATOMICS -> misses(right, ATOMICS.but().on(OPEN, PARK_ATOMIC).does(SET_ATOMIC).to(OPEN));
      case FILL_OVERWRITES_VALID_BYTES -> lines(right, PLAIN.but().replacing(KEEP_FILL, KEEP_ALL).build());
      case FORWARD_KEEPS_LINE -> lines(right, PLAIN.but().on(CLEAN, FORWARD).does(FORWARD_ACCESS).to(CLEAN).on(DIRTY, FORWARD).does(FORWARD_ACCESS).to(DIRTY).build());
      case FORWARD_LOSES_DIRTY_BYTES -> lines(right, PLAIN.but().on(DIRTY, FORWARD).to(INVALID).does(FORWARD_ACCESS).build());
      case AWAIT_IGNORES_WRITES_IN_FLIGHT -> EarlyStep.in(right, BasicStep.AWAIT_WRITES, ControllerOutcome.PENDING);
      case OVERFLOW_FORGETS_LINE -> lines(right, PLAIN.but().without(SEND_DIRTY).build());
      case WRITE_THROUGH_SENDS_WHOLE_LINE -> lines(right, PLAIN.but().replacing(SEND_DIRTY, SEND_VALID).build());
      case FAILED_SWAP_DIRTIES -> lines(right, L1Table.dirtying(PLAIN));
    };
  }
  // spotless:on

  private static Protocol without(Protocol right, Step... missing) {
    return WrongProtocol.steps(right, table -> table.without(row -> true, missing));
  }

  private static Protocol lines(
      Protocol right, StateTable<LineState, L1Event, L1Lines, Object> table) {
    return tables(right, table, ATOMICS);
  }

  private static Protocol misses(
      Protocol right, StateTable.Builder<MissState, MissEvent, L1Misses, Object> table) {
    return tables(right, PLAIN, table.build());
  }

  private static Protocol tables(
      Protocol right,
      StateTable<LineState, L1Event, L1Lines, Object> lineTable,
      StateTable<MissState, MissEvent, L1Misses, Object> missTable) {
    return WrongProtocol.l1(
        right,
        (protocol, config, environment, listener, counters) ->
            new L1Cache(
                L1Parts.of(config.l1(), environment, listener, counters, lineTable, missTable),
                L1Policy.NONE));
  }

  private static void keepAll(L1Lines lines, MemoryMessage fill) {
    CacheArray array = lines.array;
    int frame = lines.find(fill.line);
    LineBytes.copy(
        fill.data(),
        fill.origins(),
        -fill.first(),
        array.data(),
        array.base(frame),
        fill.maskLow,
        fill.maskHigh);
    array.markValid(frame, fill.maskLow, fill.maskHigh);
    array.touch(frame);
  }
}
