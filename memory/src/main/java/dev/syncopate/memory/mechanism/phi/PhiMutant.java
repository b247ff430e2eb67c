package dev.syncopate.memory.mechanism.phi;

import static dev.syncopate.memory.kit.LineState.CLEAN;
import static dev.syncopate.memory.kit.LineState.DIRTY;
import static dev.syncopate.memory.kit.LineState.INVALID;
import static dev.syncopate.memory.mechanism.phi.PhiState.DATA;
import static dev.syncopate.memory.mechanism.phi.PhiState.UPDATES;
import static dev.syncopate.memory.mechanism.phi.PhiTable.DETACH;
import static dev.syncopate.memory.mechanism.phi.PhiTable.DROP_DATA;
import static dev.syncopate.memory.mechanism.phi.PhiTable.LINES;
import static dev.syncopate.memory.mechanism.phi.PhiTable.PARTIALS;
import static dev.syncopate.memory.mechanism.phi.PhiTable.SEND;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.EarlyStep;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Update modes that are wrong on purpose. */
public enum PhiMutant implements Mutant {
  NO_FLUSH_AT_RELEASE("no release and no fence flushes partial values"),
  NO_FLUSH_AT_KERNEL_END("a kernel's end leaves partial values in the L1"),
  FLUSH_IS_NOT_AWAITED("a release sends partial values behind its wait for acknowledgements"),
  FLUSH_OF_ONE_LINE("a flush sends one line and ends"),
  EVICTION_FORGETS("a line in update mode that makes room for another is not sent"),
  EVICTION_FORGETS_SEVERAL(
      "a line with more than one partial value that makes room for another is not sent"),
  FIRST_WORD_ONLY("of a line with several partial values only the first is sent"),
  RESULT_PASSES_PARTIALS(
      "an atomic that is performed at the L2 has the partial values of its line sent behind it"),
  INVALIDATION_KEEPS_DATA("an acquire keeps the data of lines with partial values"),
  INVALIDATION_FORGETS("an acquire drops partial values together with data"),
  COMBINES_OTHER_KINDS("an update combines with partial values of another kind"),
  CLASH_FORGETS("partial values that an update of another kind meets are not sent"),
  FILL_SENDS_AND_KEEPS("a fill sends the partial values of its line, which stay"),
  PARTIAL_IS_DATA("a partial value that has been sent is taken for data"),
  STALE_FILL_IS_KEPT("a fill asked for before partial values were sent enters the L1 after that"),
  STORE_COMES_LATE("an update leaves its line's dirty bytes, which are written over it later"),
  STORE_FETCHES_FIRST(
      "a store that fetches asks before it sends the partial values of its line, and keeps the fill"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1");

  private static final Predicate<StepTable.Row> AT_WARPS = row -> row.agent() == Agent.WARP;

  private static final Action<PhiUpdates, LineAccess> SEND_ONE =
      new Action<>(
          "send a line's only partial value",
          (updates, line, heldWords, cause) -> {
            LineAccess request = updates.request(line);
            if (Long.bitCount(request.lanes) == 1) {
              updates.send(request);
            }
          });

  private static final Action<PhiUpdates, LineAccess> SEND_FIRST =
      new Action<>(
          "send the first partial value",
          (updates, line, heldWords, cause) -> updates.send(firstOf(updates.request(line))));

  private static final Action<PhiUpdates, LineAccess> SEND_AND_KEEP_AS_DATA =
      new Action<>(
          "send the partial values and keep them as data",
          (updates, line, heldWords, cause) -> {
            keepAsData(updates.data(), updates.request(line));
            updates.send(line);
          });

  private static final Action<PhiUpdates, LineAccess> FETCH_OR_DETACH =
      new Action<>(
          "fetch what a store lacks and keep it; else keep no fill asked for before",
          (updates, line, heldWords, access) ->
              fetchOrDetach(updates, Objects.requireNonNull(access)));

  private static final Action<L1Lines, Object> SEND_AND_KEEP_FILL =
      new Action<>(
          "send the partial values of the line, which stay; keep those bytes that are not valid",
          (lines, line, frame, fill) ->
              sendAndKeep((PhiLines) lines, frame, (MemoryMessage) Objects.requireNonNull(fill)));

  private final String fault;

  PhiMutant(String fault) {
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
      case NO_FLUSH_AT_RELEASE -> steps(right, table -> table.without(AT_WARPS, PhiStep.FLUSH_UPDATES));
      case NO_FLUSH_AT_KERNEL_END -> steps(right, table -> table.without(AT_WARPS.negate(), PhiStep.FLUSH_UPDATES));
      case FLUSH_IS_NOT_AWAITED -> steps(right, table -> table.late(AT_WARPS, PhiStep.FLUSH_UPDATES));
      case FLUSH_OF_ONE_LINE -> EarlyStep.in(right, PhiStep.FLUSH_UPDATES, ControllerOutcome.AGAIN);
      case EVICTION_FORGETS -> partials(PARTIALS.but().without(UPDATES, PhiEvent.LEAVE, SEND));
      case EVICTION_FORGETS_SEVERAL -> partials(PARTIALS.but().on(UPDATES, PhiEvent.LEAVE).does(SEND_ONE, DETACH).to(DATA));
      case FIRST_WORD_ONLY -> partials(PARTIALS.but().replacing(SEND, SEND_FIRST));
      case RESULT_PASSES_PARTIALS -> lines(LINES.but().on(CLEAN, L1Event.FORWARD).does(L1Table.FORWARD_ACCESS).to(INVALID));
      case INVALIDATION_KEEPS_DATA -> partials(PARTIALS.but().without(UPDATES, PhiEvent.INVALIDATE, DROP_DATA));
      case INVALIDATION_FORGETS -> partials(PARTIALS.but().on(UPDATES, PhiEvent.INVALIDATE).does(DROP_DATA).to(DATA));
      case COMBINES_OTHER_KINDS -> partials(PARTIALS.but().on(UPDATES, PhiEvent.CLASH).to(UPDATES));
      case CLASH_FORGETS -> partials(PARTIALS.but().without(UPDATES, PhiEvent.CLASH, SEND));
      case FILL_SENDS_AND_KEEPS -> lines(LINES.but().replacing(L1Table.KEEP_FILL, SEND_AND_KEEP_FILL));
      case PARTIAL_IS_DATA -> partials(PARTIALS.but().replacing(SEND, SEND_AND_KEEP_AS_DATA));
      case STALE_FILL_IS_KEPT -> partials(PARTIALS.but().without(DETACH));
      case STORE_COMES_LATE -> lines(LINES.but().on(DIRTY, L1Event.UPDATE).to(DIRTY));
      case STORE_FETCHES_FIRST -> partials(PARTIALS.but().on(UPDATES, PhiEvent.ACCESS).does(FETCH_OR_DETACH, SEND).to(DATA));
      case FAILED_SWAP_DIRTIES -> new PhiProtocol(L1Table.dirtying(LINES), PARTIALS);
    };
  }
  // spotless:on

  private static Protocol steps(Protocol right, UnaryOperator<StepTable> edit) {
    return WrongProtocol.steps(right, edit);
  }

  private static Protocol partials(
      StateTable.Builder<PhiState, PhiEvent, PhiUpdates, LineAccess> table) {
    return new PhiProtocol(LINES, table.build());
  }

  private static Protocol lines(StateTable.Builder<LineState, L1Event, L1Lines, Object> table) {
    return new PhiProtocol(table.build(), PARTIALS);
  }

  private static LineAccess firstOf(LineAccess request) {
    int words = WordMask.touched(request.maskLow, request.maskHigh);
    int first = Integer.lowestOneBit(words) * (bytes(request) == WordMask.BYTES ? 1 : 3);
    return new LineAccess(
        request.parent,
        request.line,
        Long.lowestOneBit(request.lanes),
        WordMask.low(first),
        WordMask.high(first));
  }

  private static int bytes(LineAccess request) {
    return request.parent.operation.type().bytes();
  }

  /** Takes partial values for data. */
  private static void keepAsData(L1Lines lines, LineAccess partials) {
    CacheArray array = lines.array;
    int frame = lines.find(partials.line);
    if (frame == CacheArray.NONE) {
      return;
    }
    WarpAccess values = partials.parent;
    for (int lane = 0; lane < values.width; lane++) {
      int index = array.base(frame) + (int) (values.address[lane] - partials.line);
      LaneBytes.put(array.data().bytes, index, bytes(partials), values.operand[lane]);
    }
    array.markValid(frame, partials.maskLow, partials.maskHigh);
  }

  private static void sendAndKeep(PhiLines lines, int frame, MemoryMessage fill) {
    if (lines.updates.words(fill.line) != 0) {
      lines.updates.send(fill.line);
    }
    lines.keep(frame, fill);
  }

  /** Asks for what a store lacks while partial values of its line are here. */
  private static void fetchOrDetach(PhiUpdates updates, LineAccess access) {
    PhiFetches fetches = updates.fetches();
    int frame = updates.data().find(access.line);
    if (fetches.onStores
        && access.parent.operation.kind() == AccessKind.STORE
        && !fetches.refused(access.line)
        && fetches.lacks(access, frame, 0)) {
      fetches.ask(
          access.line, fetches.lackingLow(access, frame, 0), fetches.lackingHigh(access, frame, 0));
    } else {
      updates.detach(access.line);
    }
  }
}
