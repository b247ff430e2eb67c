package dev.syncopate.memory.transaction;

/** State of a word in the shadow memory (localtm §III-B). */
enum ShadowState {
  /** It has no owner. */
  FREE,
  /** A work-item owns it, and its other value is kept. */
  OWNED
}
