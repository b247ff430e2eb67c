package dev.syncopate.memory.mechanism.phi;

/** Events of a line with regard to update mode. */
enum PhiEvent {
  /** An update, of the kind that the line has if it has any. */
  UPDATE,
  /** An update of another kind. */
  CLASH,
  /** A load of a word with a partial value, or a store or atomic here on any word. */
  ACCESS,
  /** The line loses its frame. */
  LEAVE,
  /** An ordering point. */
  FLUSH,
  /** An acquire drops what is neither dirty nor a partial value. */
  INVALIDATE
}
