package dev.syncopate.memory.mechanism.hlrc;

/** State of a line's registration in an L1. */
enum LineHolding {
  UNREGISTERED,
  /** Asked for. */
  ASKED,
  REGISTERED,
  /** Given up; the L2 is told when all that was flushed is acknowledged. */
  LEAVING;

  /** Events of a line's registration in an L1. */
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
    /** Another L1 has stored to the line. */
    UPDATE
  }
}
