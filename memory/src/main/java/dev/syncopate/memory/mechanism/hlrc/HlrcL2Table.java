package dev.syncopate.memory.mechanism.hlrc;

import static dev.syncopate.memory.mechanism.hlrc.LinePlace.AT_L1;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.AT_L2;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.EVICT;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.GRANT;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.READ;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.READ_TO_GRANT;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.REGISTER;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.REGISTER_AGAIN;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.UNREGISTERED;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.UPDATED;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.WAIT;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.Event.WRITE;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.GRANTING;
import static dev.syncopate.memory.mechanism.hlrc.LinePlace.RECALLED;

import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** State table of registrations at an L2 bank of hLRC. */
final class HlrcL2Table {
  static final Action<HlrcL2, Object> QUEUE =
      new Action<>(
          "let the request wait its turn", (l2, line, part, request) -> l2.queue(message(request)));

  static final Action.Offer<HlrcL2, Object> READ_LINE =
      new Action.Offer<>("read the line", (l2, line, part, cause) -> l2.readToGrant(line));

  static final Action<HlrcL2, Object> GRANT_FIRST =
      new Action<>(
          "send the line to the first that waits",
          (l2, line, part, fill) -> l2.grant(message(fill), l2.takeFirst(line)));

  static final Action<HlrcL2, Object> RECALL_IF_WANTED =
      new Action<>(
          "recall the registration if another waits",
          (l2, line, part, cause) -> {
            if (l2.wanted(line)) {
              l2.recallForNext(line);
            }
          });

  static final Action<HlrcL2, Object> RECALL_FOR_NEXT =
      new Action<>("recall the registration", (l2, line, part, cause) -> l2.recallForNext(line));

  static final Action<HlrcL2, Object> RECALL =
      new Action<>("recall the registration", (l2, line, part, cause) -> l2.recall(line));

  static final Action<HlrcL2, Object> AWAIT_RETURN =
      new Action<>(
          "wait for the registration, which is on its way back",
          (l2, line, part, cause) -> l2.awaitReturn(line));

  static final Action<HlrcL2, Object> TAKE_BACK =
      new Action<>("take the registration back", (l2, line, part, cause) -> l2.takeBack(line));

  static final Action<HlrcL2, Object> SERVE_ONCE =
      new Action<>(
          "send the bytes, not to be kept", (l2, line, part, fill) -> l2.sendOnce(message(fill)));

  static final Action<HlrcL2, Object> TELL_HOLDER =
      new Action<>(
          "tell the holder of the bytes; let the store wait, and what comes after it",
          (l2, line, part, store) -> l2.tellHolder(message(store)));

  static final Action<HlrcL2, Object> RESUME_STORE =
      new Action<>(
          "write the bytes; go on with what waits",
          (l2, line, part, cause) -> l2.resumeStore(line));

  static final Action<HlrcL2, Object> PARK =
      new Action<>("let the request wait", (l2, line, part, request) -> l2.park(message(request)));

  // spotless:off
  static final StateTable<LinePlace, LinePlace.Event, HlrcL2, Object> REGISTRATIONS =
      StateTable.<LinePlace, LinePlace.Event, HlrcL2, Object>of("registrations of lines at an L2 bank", LinePlace.class, LinePlace.Event.class)
          .on(AT_L2, REGISTER)         .does(QUEUE)                         .to(AT_L2)
          .on(AT_L2, READ_TO_GRANT)    .offers(READ_LINE)                   .toOneOf(GRANTING, AT_L1, RECALLED)
          .on(AT_L2, UPDATED)          .does(RESUME_STORE)                  .to(AT_L2)
          .on(AT_L2, WAIT)             .does(PARK)                          .to(AT_L2)
          .on(GRANTING, GRANT)         .does(GRANT_FIRST, RECALL_IF_WANTED) .toOneOf(AT_L1, RECALLED)
          .on(GRANTING, WAIT)          .does(PARK)                          .to(GRANTING)
          .on(AT_L1, REGISTER)         .does(QUEUE, RECALL_FOR_NEXT)        .to(RECALLED)
          .on(AT_L1, REGISTER_AGAIN)   .does(QUEUE, AWAIT_RETURN)           .to(RECALLED)
          .on(AT_L1, READ)             .does(SERVE_ONCE)                    .to(AT_L1)
          .on(AT_L1, WRITE)            .does(TELL_HOLDER)                   .to(AT_L1)
          .on(AT_L1, UPDATED)          .does(RESUME_STORE)                  .to(AT_L1)
          .on(AT_L1, UNREGISTERED)     .does(TAKE_BACK)                     .to(AT_L2)
          .on(AT_L1, EVICT)            .does(RECALL)                        .to(RECALLED)
          .on(AT_L1, WAIT)             .does(PARK)                          .to(AT_L1)
          .on(RECALLED, REGISTER)      .does(QUEUE)                         .to(RECALLED)
          .on(RECALLED, REGISTER_AGAIN).does(QUEUE)                         .to(RECALLED)
          .on(RECALLED, READ)          .does(SERVE_ONCE)                    .to(RECALLED)
          .on(RECALLED, WRITE)         .does(TELL_HOLDER)                   .to(RECALLED)
          .on(RECALLED, UPDATED)       .does(RESUME_STORE)                  .to(RECALLED)
          .on(RECALLED, UNREGISTERED)  .does(TAKE_BACK)                     .to(AT_L2)
          .on(RECALLED, WAIT)          .does(PARK)                          .to(RECALLED)
          .build();
  // spotless:on

  private HlrcL2Table() {}

  static MemoryMessage message(@Nullable Object cause) {
    return (MemoryMessage) Objects.requireNonNull(cause);
  }
}
