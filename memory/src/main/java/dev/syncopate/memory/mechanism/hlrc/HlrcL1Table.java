package dev.syncopate.memory.mechanism.hlrc;

import static dev.syncopate.memory.mechanism.hlrc.LineHolding.ASKED;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.Event.DATA;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.Event.EVICT;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.Event.GRANT;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.Event.LEFT;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.Event.RECALL;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.Event.SYNC;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.Event.UPDATE;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.LEAVING;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.REGISTERED;
import static dev.syncopate.memory.mechanism.hlrc.LineHolding.UNREGISTERED;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** State tables of hLRC's L1: of registrations, and of the lines of its cache. */
final class HlrcL1Table {
  static final Action<HlrcL1, Object> SURRENDER_LINE =
      new Action<>(
          "write dirty bytes through and drop the line",
          (l1, line, frame, access) -> l1.surrender(line));

  static final Action<HlrcL1, Object> ASK =
      new Action<>(
          "ask the L2; let the access wait", (l1, line, frame, access) -> l1.ask(access(access)));

  static final Action.Offer<HlrcL1, Object> WAIT =
      new Action.Offer<>(
          "let the access wait", (l1, line, frame, access) -> l1.await(access(access)));

  static final Action<HlrcL1, Object> PERFORM =
      new Action<>(
          "perform the access", (l1, line, frame, access) -> l1.perform(access(access), frame));

  static final Action<HlrcL1, Object> INVALIDATE =
      new Action<>(
          "invalidate what is not registered", (l1, line, frame, grant) -> l1.invalidateAtOnce());

  static final Action<HlrcL1, Object> KEEP_LINE =
      new Action<>("keep the line", (l1, line, frame, grant) -> l1.keep(message(grant)));

  static final Action<HlrcL1, Object> PERFORM_WAITING =
      new Action<>("perform what waits", (l1, line, frame, grant) -> l1.performWaiting(line));

  static final Action<HlrcL1, Object> FLUSH =
      new Action<>("flush the L1", (l1, line, frame, cause) -> l1.flush());

  static final Action<HlrcL1, Object> LEAVE =
      new Action<>(
          "tell the L2 when all writes are acknowledged",
          (l1, line, frame, cause) -> l1.leave(line, l1.closeWrites()));

  static final Action<HlrcL1, Object> UNREGISTER =
      new Action<>("give the registration up", (l1, line, frame, cause) -> l1.unregister(frame));

  static final Action<HlrcL1, Object> DROP =
      new Action<>("drop the line", (l1, line, frame, recall) -> l1.drop(line));

  static final Action<HlrcL1, Object> IGNORE =
      new Action<>(
          "nothing: the registration was given up before", (l1, line, frame, recall) -> {});

  static final Action<HlrcL1, Object> FORGET =
      new Action<>("note that the L2 has been told", (l1, line, frame, cause) -> l1.forget(line));

  static final Action<HlrcL1, Object> UPDATE_LINE =
      new Action<>(
          "keep those bytes that are not dirty",
          (l1, line, frame, update) -> l1.update(message(update)));

  static final Action<HlrcL1, Object> ANSWER_UPDATE =
      new Action<>("answer", (l1, line, frame, update) -> l1.answerUpdate(line));

  // spotless:off
  /** Of registrations. */
  static final StateTable<LineHolding, LineHolding.Event, HlrcL1, Object> REGISTRATIONS =
      StateTable.<LineHolding, LineHolding.Event, HlrcL1, Object>of("registrations of lines at an L1", LineHolding.class, LineHolding.Event.class)
          .on(UNREGISTERED, SYNC)   .does(SURRENDER_LINE, ASK)          .to(ASKED)
          .on(UNREGISTERED, RECALL) .does(IGNORE)                       .to(UNREGISTERED)
          .on(UNREGISTERED, UPDATE) .does(ANSWER_UPDATE)                .to(UNREGISTERED)
          .on(ASKED, SYNC)          .offers(WAIT)                       .to(ASKED)
          .on(ASKED, DATA)          .offers(WAIT)                       .to(ASKED)
          .on(ASKED, GRANT)         .does(INVALIDATE, KEEP_LINE)        .to(REGISTERED).does(PERFORM_WAITING)
          .on(ASKED, RECALL)        .does(IGNORE)                       .to(ASKED)
          .on(ASKED, LEFT)          .does(FORGET)                       .to(ASKED)
          .on(ASKED, UPDATE)        .does(ANSWER_UPDATE)                .to(ASKED)
          .on(REGISTERED, SYNC)     .does(PERFORM)                      .to(REGISTERED)
          .on(REGISTERED, RECALL)   .does(FLUSH, LEAVE, UNREGISTER, DROP).toOneOf(LEAVING, UNREGISTERED)
          .on(REGISTERED, EVICT)    .does(FLUSH, LEAVE, UNREGISTER)     .toOneOf(LEAVING, UNREGISTERED)
          .on(REGISTERED, UPDATE)   .does(UPDATE_LINE, ANSWER_UPDATE)   .to(REGISTERED)
          .on(LEAVING, SYNC)        .does(SURRENDER_LINE, ASK)          .to(ASKED)
          .on(LEAVING, RECALL)      .does(IGNORE)                       .to(LEAVING)
          .on(LEAVING, LEFT)        .does(FORGET)                       .toOneOf(UNREGISTERED, LEAVING)
          .on(LEAVING, UPDATE)      .does(ANSWER_UPDATE)                .to(LEAVING)
          .build();

  /** Of lines: one whose registration is asked for is surrendered first. */
  static final StateTable<LineState, L1Event, L1Lines, Object> LINES =
      L1Table.LOCAL.but()
          .on(LineState.CLEAN, L1Event.SURRENDER)                                   .to(LineState.INVALID)
          .on(LineState.DIRTY, L1Event.SURRENDER).does(L1Table.WRITE_THROUGH_FIRST) .to(LineState.INVALID)
          .build();
  // spotless:on

  private HlrcL1Table() {}

  private static LineAccess access(@Nullable Object cause) {
    return (LineAccess) Objects.requireNonNull(cause);
  }

  private static MemoryMessage message(@Nullable Object cause) {
    return (MemoryMessage) Objects.requireNonNull(cause);
  }
}
