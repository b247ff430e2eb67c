package dev.syncopate.memory.transaction;

/** Event of a word, after the filters have been consulted (localtm §III-C). */
enum ShadowEvent {
  /** No filter has its bit: it is a new access. */
  NEW,
  /** Only the work-item's own filter has the bit, and it owns the word. */
  REPEATED,
  /** Only the work-item's own filter has the bit, and it does not own the word. */
  OWN_FALSE_POSITIVE,
  /** Another work-item's filter has the bit. */
  CONFLICT,
  /** With separate sets: a read that conflicts with no write. */
  SHARED_READ,
  /** Its owner commits. */
  COMMIT,
  /** Its owner is rolled back. */
  ROLL_BACK,
  /** It is read outside transactions. */
  PLAIN_READ,
  /** It is written outside transactions. */
  PLAIN_WRITE
}
