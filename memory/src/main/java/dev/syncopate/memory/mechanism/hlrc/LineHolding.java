package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.protocol.Transitions;
import java.util.function.LongSupplier;

/** What an L1 has to do with a line's registration. */
enum LineHolding {
  UNREGISTERED,
  /** Asked for. */
  ASKED,
  REGISTERED,
  /** Given up; the L2 is told when all that was flushed is acknowledged. */
  LEAVING;

  /** What happens to a line. */
  enum Event {
    /** An access that needs the registration. */
    SYNC,
    /** A load or store that does not. */
    DATA,
    GRANT,
    RECALL,
    /** The frame is taken for another line. */
    EVICT,
    /** The L2 is told. */
    LEFT,
    /** Another has stored to the line. */
    UPDATE
  }

  /** What an L1 does with registrations. */
  static Transitions<LineHolding, Event> table(String where, LongSupplier clock) {
    String ask = "write dirty bytes through; drop the line; ask the L2; let the access wait";
    String wait = "let it wait";
    String give = "flush the L1; drop the line; tell the L2 when all is acknowledged";
    String gone = "nothing: it was given up before";
    String absent = "answer: the line is not here";
    return new Transitions<>(where, values(), Event.values(), clock)
        .on(UNREGISTERED, Event.SYNC, ask, ASKED)
        .on(UNREGISTERED, Event.RECALL, gone, UNREGISTERED)
        .on(UNREGISTERED, Event.UPDATE, absent, UNREGISTERED)
        .on(ASKED, Event.SYNC, wait, ASKED)
        .on(ASKED, Event.DATA, wait, ASKED)
        .on(
            ASKED,
            Event.GRANT,
            "invalidate what is not registered; keep the line; perform what waits",
            REGISTERED)
        .on(ASKED, Event.RECALL, gone, ASKED)
        .on(ASKED, Event.LEFT, "tell the L2 of the registration before", ASKED)
        .on(ASKED, Event.UPDATE, absent, ASKED)
        .on(REGISTERED, Event.SYNC, "perform the access", REGISTERED)
        .on(REGISTERED, Event.RECALL, give, LEAVING, UNREGISTERED)
        .on(REGISTERED, Event.EVICT, give, LEAVING, UNREGISTERED)
        .on(REGISTERED, Event.UPDATE, "keep those bytes that are not dirty; answer", REGISTERED)
        .on(LEAVING, Event.SYNC, ask, ASKED)
        .on(LEAVING, Event.RECALL, gone, LEAVING)
        .on(LEAVING, Event.LEFT, "tell the L2", UNREGISTERED)
        .on(LEAVING, Event.UPDATE, absent, LEAVING);
  }
}
