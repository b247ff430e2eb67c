package dev.syncopate.memory.transaction;

/** What the shadow memory says of a word (localtm §III-B). */
enum ShadowState {
  /** It has no owner. */
  FREE,
  /** A work-item owns it, and its other value is kept. */
  OWNED
}
