package dev.syncopate.memory.kit.l1;

import static dev.syncopate.memory.kit.LineState.CLEAN;
import static dev.syncopate.memory.kit.LineState.DIRTY;
import static dev.syncopate.memory.kit.LineState.INVALID;
import static dev.syncopate.memory.kit.l1.L1Event.ATOMIC;
import static dev.syncopate.memory.kit.l1.L1Event.EVICT;
import static dev.syncopate.memory.kit.l1.L1Event.FILL;
import static dev.syncopate.memory.kit.l1.L1Event.FORWARD;
import static dev.syncopate.memory.kit.l1.L1Event.LOAD_HIT;
import static dev.syncopate.memory.kit.l1.L1Event.MISS;
import static dev.syncopate.memory.kit.l1.L1Event.NO_SWAP;
import static dev.syncopate.memory.kit.l1.L1Event.OVERFLOW;
import static dev.syncopate.memory.kit.l1.L1Event.STORE;
import static dev.syncopate.memory.kit.l1.L1Event.WRITE_THROUGH;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State tables of an L1's lines. A line gets a frame on leaving INVALID, evicting another line
 * where it must, and an entry of the sFIFO on entering DIRTY; it loses its frame on entering
 * INVALID.
 */
public final class L1Table {
  /** Gives a load the line's bytes. */
  public static final Action<L1Lines, Object> GIVE_BYTES =
      new Action<>("give the bytes", (lines, line, frame, load) -> lines.give(frame, access(load)));

  /** Gives a compare-and-swap that finds another value the line's bytes. */
  public static final Action<L1Lines, Object> FIND_OTHER_VALUE =
      new Action<>("give the bytes", (lines, line, frame, access) -> lines.array.touch(frame));

  /** Keeps the valid bytes for an access that lacks others. */
  public static final Action<L1Lines, Object> KEEP_FOR_ACCESS =
      new Action<>(
          "keep the valid bytes for the access",
          (lines, line, frame, access) -> lines.keepFor(frame, access(access)));

  /** Asks the L2 for the bytes that an access lacks. */
  public static final Action<L1Lines, Object> ASK =
      new Action<>(
          "ask the L2 for the bytes that are lacking and not asked for; wait",
          (lines, line, frame, access) -> lines.ask(frame, access(access)));

  /** Writes the bytes of a store. */
  public static final Action<L1Lines, Object> WRITE =
      new Action<>(
          "write the bytes", (lines, line, frame, store) -> lines.store(frame, access(store)));

  /** Keeps what an atomic has written as dirty. */
  public static final Action<L1Lines, Object> KEEP_WRITTEN =
      new Action<>(
          "perform it on the bytes",
          (lines, line, frame, written) ->
              lines.written(
                  frame,
                  ((WrittenBytes) Objects.requireNonNull(written)).low(),
                  ((WrittenBytes) Objects.requireNonNull(written)).high()));

  /** Keeps the bytes of a fill but for those that are valid: these may be newer. */
  public static final Action<L1Lines, Object> KEEP_FILL =
      new Action<>(
          "keep those bytes that are not valid",
          (lines, line, frame, fill) ->
              lines.keep(frame, (MemoryMessage) Objects.requireNonNull(fill)));

  /** Sends the dirty bytes to the L2. */
  public static final Action<L1Lines, Object> SEND_DIRTY =
      new Action<>("send the dirty bytes", (lines, line, frame, cause) -> lines.sendDirty(frame));

  /** Has the L2, or the memory side at system scope, perform an access. */
  public static final Action<L1Lines, Object> FORWARD_ACCESS =
      new Action<>(
          "have the L2 perform the access",
          (lines, line, frame, access) -> lines.forward(access(access)));

  /** Writes the line through, as an event within the event. */
  public static final Action<L1Lines, Object> WRITE_THROUGH_FIRST =
      new Action<>(
          "write the line through", (lines, line, frame, cause) -> lines.writeThrough(frame));

  // spotless:off
  /** Of an L1 that has nothing performed at the L2. */
  public static final StateTable<LineState, L1Event, L1Lines, Object> LOCAL =
      StateTable.<LineState, L1Event, L1Lines, Object>of("lines of an L1", LineState.class, L1Event.class)
          .on(INVALID, MISS)         .does(ASK)                  .to(INVALID)
          .on(INVALID, STORE)                                    .to(DIRTY).does(WRITE)
          .on(INVALID, FILL)                                     .to(CLEAN).does(KEEP_FILL)
          .on(CLEAN, LOAD_HIT)       .does(GIVE_BYTES)           .to(CLEAN)
          .on(CLEAN, MISS)           .does(KEEP_FOR_ACCESS, ASK) .to(CLEAN)
          .on(CLEAN, STORE)                                      .to(DIRTY).does(WRITE)
          .on(CLEAN, ATOMIC)                                     .to(DIRTY).does(KEEP_WRITTEN)
          .on(CLEAN, NO_SWAP)        .does(FIND_OTHER_VALUE)     .to(CLEAN)
          .on(CLEAN, FILL)           .does(KEEP_FILL)            .to(CLEAN)
          .on(CLEAN, EVICT)                                      .to(INVALID)
          .on(DIRTY, LOAD_HIT)       .does(GIVE_BYTES)           .to(DIRTY)
          .on(DIRTY, MISS)           .does(KEEP_FOR_ACCESS, ASK) .to(DIRTY)
          .on(DIRTY, STORE)          .does(WRITE)                .to(DIRTY)
          .on(DIRTY, ATOMIC)         .does(KEEP_WRITTEN)         .to(DIRTY)
          .on(DIRTY, NO_SWAP)        .does(FIND_OTHER_VALUE)     .to(DIRTY)
          .on(DIRTY, FILL)           .does(KEEP_FILL)            .to(DIRTY)
          .on(DIRTY, WRITE_THROUGH)  .does(SEND_DIRTY)           .to(CLEAN)
          .on(DIRTY, OVERFLOW)       .does(SEND_DIRTY)           .to(CLEAN)
          .build();

  /** Of plain GPU coherence, which has accesses of a wider scope performed at the L2. */
  public static final StateTable<LineState, L1Event, L1Lines, Object> PLAIN =
      LOCAL.but()
          .on(INVALID, FORWARD)      .does(FORWARD_ACCESS)       .to(INVALID)
          .on(CLEAN, FORWARD)                                    .to(INVALID).does(FORWARD_ACCESS)
          .on(DIRTY, FORWARD)        .does(WRITE_THROUGH_FIRST)  .to(INVALID).does(FORWARD_ACCESS)
          .build();
  // spotless:on

  private L1Table() {}

  private static LineAccess access(@Nullable Object cause) {
    return (LineAccess) Objects.requireNonNull(cause);
  }

  /**
   * A table that is wrong on purpose: a compare-and-swap that finds another value dirties its word
   * all the same.
   */
  public static StateTable<LineState, L1Event, L1Lines, Object> dirtying(
      StateTable<LineState, L1Event, L1Lines, Object> right) {
    Action<L1Lines, Object> dirty =
        new Action<>(
            "dirty the access's bytes",
            (lines, line, frame, swap) ->
                lines.written(frame, access(swap).maskLow, access(swap).maskHigh));
    return right
        .but()
        .on(CLEAN, NO_SWAP)
        .to(DIRTY)
        .does(dirty)
        .on(DIRTY, NO_SWAP)
        .to(DIRTY)
        .does(dirty)
        .build();
  }
}
