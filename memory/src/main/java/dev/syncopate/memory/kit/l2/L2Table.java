package dev.syncopate.memory.kit.l2;

import static dev.syncopate.memory.kit.LineState.CLEAN;
import static dev.syncopate.memory.kit.LineState.DIRTY;
import static dev.syncopate.memory.kit.LineState.INVALID;
import static dev.syncopate.memory.kit.l2.L2Event.ATOMIC;
import static dev.syncopate.memory.kit.l2.L2Event.EVICT;
import static dev.syncopate.memory.kit.l2.L2Event.FILL;
import static dev.syncopate.memory.kit.l2.L2Event.MISS;
import static dev.syncopate.memory.kit.l2.L2Event.NO_SWAP;
import static dev.syncopate.memory.kit.l2.L2Event.QUEUE;
import static dev.syncopate.memory.kit.l2.L2Event.READ;
import static dev.syncopate.memory.kit.l2.L2Event.SURRENDER;
import static dev.syncopate.memory.kit.l2.L2Event.WRITE;
import static dev.syncopate.memory.kit.l2.L2Event.WRITE_BACK;

import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State tables of an L2 bank's lines. A line gets a frame on leaving INVALID, evicting another line
 * where it must, and an entry of the sFIFO on entering DIRTY; it loses its frame on entering
 * INVALID.
 */
public final class L2Table {
  static final Action<L2Lines, Object> ANSWER =
      new Action<>(
          "answer with the bytes",
          (lines, line, frame, request) -> lines.answer(frame, message(request)));

  static final Action<L2Lines, Object> FIND_OTHER_VALUE =
      new Action<>("read the bytes", (lines, line, frame, request) -> lines.array.touch(frame));

  static final Action<L2Lines, Object> KEEP_BYTES =
      new Action<>(
          "write the bytes", (lines, line, frame, request) -> lines.write(frame, message(request)));

  static final Action<L2Lines, Object> ACKNOWLEDGE =
      new Action<>(
          "acknowledge", (lines, line, frame, request) -> lines.acknowledge(message(request)));

  static final Action<L2Lines, Object> KEEP_WRITTEN =
      new Action<>(
          "perform it on the bytes",
          (lines, line, frame, written) ->
              lines.keepWritten(frame, (WrittenBytes) Objects.requireNonNull(written)));

  static final Action<L2Lines, Object> FETCH =
      new Action<>(
          "ask memory for the bytes that are lacking; let the request wait",
          (lines, line, frame, request) -> lines.fetch(frame, message(request)));

  static final Action<L2Lines, Object> WAIT =
      new Action<>(
          "let the request wait behind those of its line",
          (lines, line, frame, request) -> lines.queue(message(request)));

  static final Action<L2Lines, Object> KEEP_FILL =
      new Action<>(
          "keep those bytes that are not valid; serve what waits",
          (lines, line, frame, fill) -> lines.keepFill(line, frame, (MemoryMessage) fill));

  static final Action<L2Lines, Object> DETACH_FETCH =
      new Action<>(
          "keep nothing that is in flight for the line",
          (lines, line, frame, cause) -> lines.detachFetch(frame));

  static final Action<L2Lines, Object> SEND_DIRTY =
      new Action<>(
          "send the dirty bytes to memory", (lines, line, frame, cause) -> lines.sendDirty(frame));

  // spotless:off
  /** Of a bank of the only GPU, and of the memory side. */
  public static final StateTable<LineState, L2Event, L2Lines, Object> PLAIN =
      StateTable.<LineState, L2Event, L2Lines, Object>of("lines of an L2 bank", LineState.class, L2Event.class)
          .on(INVALID, WRITE)                           .to(DIRTY)  .does(KEEP_BYTES, ACKNOWLEDGE)
          .on(INVALID, MISS)     .does(FETCH)           .to(INVALID)
          .on(INVALID, QUEUE)    .does(WAIT)            .to(INVALID)
          .on(INVALID, FILL)                            .to(CLEAN)  .does(KEEP_FILL)
          .on(CLEAN, READ)       .does(ANSWER)          .to(CLEAN)
          .on(CLEAN, WRITE)                             .to(DIRTY)  .does(KEEP_BYTES, ACKNOWLEDGE)
          .on(CLEAN, ATOMIC)                            .to(DIRTY)  .does(KEEP_WRITTEN)
          .on(CLEAN, NO_SWAP)    .does(FIND_OTHER_VALUE).to(CLEAN)
          .on(CLEAN, MISS)       .does(FETCH)           .to(CLEAN)
          .on(CLEAN, QUEUE)      .does(WAIT)            .to(CLEAN)
          .on(CLEAN, FILL)       .does(KEEP_FILL)       .to(CLEAN)
          .on(CLEAN, EVICT)      .does(DETACH_FETCH)    .to(INVALID)
          .on(DIRTY, READ)       .does(ANSWER)          .to(DIRTY)
          .on(DIRTY, WRITE)                             .to(DIRTY)  .does(KEEP_BYTES, ACKNOWLEDGE)
          .on(DIRTY, ATOMIC)                            .to(DIRTY)  .does(KEEP_WRITTEN)
          .on(DIRTY, NO_SWAP)    .does(FIND_OTHER_VALUE).to(DIRTY)
          .on(DIRTY, MISS)       .does(FETCH)           .to(DIRTY)
          .on(DIRTY, QUEUE)      .does(WAIT)            .to(DIRTY)
          .on(DIRTY, FILL)       .does(KEEP_FILL)       .to(DIRTY)
          .on(DIRTY, WRITE_BACK) .does(SEND_DIRTY)      .to(CLEAN)
          .build();

  /** Of a bank of one of several GPUs, from which the memory side takes lines away. */
  public static final StateTable<LineState, L2Event, L2Lines, Object> BEFORE_MEMORY_SIDE =
      PLAIN.but()
          .on(CLEAN, SURRENDER)                         .to(INVALID)
          .build();
  // spotless:on

  private L2Table() {}

  /**
   * A table that is wrong on purpose: a compare-and-swap that finds another value dirties its word
   * all the same.
   */
  static StateTable<LineState, L2Event, L2Lines, Object> dirtying(
      StateTable<LineState, L2Event, L2Lines, Object> right) {
    Action<L2Lines, Object> dirty =
        new Action<>(
            "dirty the request's bytes",
            (lines, line, frame, request) ->
                lines.keepWritten(
                    frame,
                    new WrittenBytes(message(request).maskLow, message(request).maskHigh, false)));
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

  private static MemoryMessage message(@Nullable Object cause) {
    return (MemoryMessage) Objects.requireNonNull(cause);
  }
}
