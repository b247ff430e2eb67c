package dev.syncopate.memory.mechanism.lab;

/** What happens to a line at a local atomic buffer. */
enum LabEvent {
  /** An update, of the kind that the line has if it has any. */
  UPDATE,
  /** An update of another kind. */
  CLASH,
  /** Another line needs the frame. */
  EVICT,
  /** An ordering point. */
  FLUSH,
  /** The update's own partial values go on at once: lines are not kept. */
  PASS
}
