package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.protocol.Transitions;
import java.util.function.LongSupplier;

/** Where a line's registration is, as its home bank knows. */
enum LinePlace {
  /** Here. */
  AT_L2,
  /** Here, about to be given to the first who waits: the line is being read. */
  GRANTING,
  /** At an L1. */
  AT_L1,
  /** At an L1, or on its way back from there. */
  RECALLED;

  /** What happens to a line. */
  enum Event {
    REGISTER,
    /** Who had the registration wants it again and has given it up before. */
    REGISTER_AGAIN,
    GRANT,
    /** Another than the holder reads. */
    READ,
    /** Another than the holder stores. */
    WRITE,
    UPDATED,
    UNREGISTERED,
    EVICT
  }

  /** What a bank does with registrations. */
  static Transitions<LinePlace, Event> table(String where, LongSupplier clock) {
    String serve = "send the bytes, not to be kept";
    String update = "tell the holder of the bytes; let the store wait, and what comes after it";
    String updated = "write the bytes; go on with what waits";
    String turn = "let it wait its turn";
    String recall = "recall the registration";
    return new Transitions<>(where, values(), Event.values(), clock)
        .on(AT_L2, Event.REGISTER, "read the line, to grant it", GRANTING, AT_L2)
        .on(AT_L2, Event.UPDATED, updated, AT_L2, GRANTING)
        .on(
            GRANTING,
            Event.GRANT,
            "send the line to the first who waits; recall it if another waits",
            AT_L1,
            RECALLED)
        .on(AT_L1, Event.REGISTER, recall + "; let the request wait", RECALLED)
        .on(AT_L1, Event.REGISTER_AGAIN, "let the request wait for that", RECALLED)
        .on(AT_L1, Event.READ, serve, AT_L1)
        .on(AT_L1, Event.WRITE, update, AT_L1)
        .on(AT_L1, Event.UPDATED, updated, AT_L1)
        .on(AT_L1, Event.UNREGISTERED, "the registration is here", AT_L2)
        .on(AT_L1, Event.EVICT, recall, RECALLED)
        .on(RECALLED, Event.REGISTER, turn, RECALLED)
        .on(RECALLED, Event.REGISTER_AGAIN, turn, RECALLED)
        .on(RECALLED, Event.READ, serve, RECALLED)
        .on(RECALLED, Event.WRITE, update, RECALLED)
        .on(RECALLED, Event.UPDATED, updated, RECALLED)
        .on(
            RECALLED,
            Event.UNREGISTERED,
            "read the line if somebody waits, to grant it",
            AT_L2,
            GRANTING);
  }
}
