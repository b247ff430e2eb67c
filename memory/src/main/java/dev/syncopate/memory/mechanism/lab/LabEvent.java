package dev.syncopate.memory.mechanism.lab;

/** Events of a line at a local atomic buffer. */
enum LabEvent {
  /** An update, of the line's kind if the line is buffered. */
  UPDATE,
  /** An update of another kind. */
  CLASH,
  /** An atomic that the buffer does not combine. */
  BYPASS,
  /** Another line needs the frame. */
  EVICT,
  /** An ordering point. */
  FLUSH,
  /** An update at a buffer that keeps no lines ({@code mechanisms.lab.reuse} = off). */
  PASS
}
