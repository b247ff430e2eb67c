package dev.syncopate.memory.mechanism.srsp;

/** State of a line in the PA-TBL of an L1 (srsp §4.7). */
enum AcquireState {
  /** The next acquire of the line at CTA scope is performed at the L1. */
  UNPROMOTED,
  /** The PA-TBL has the line: the next acquire at CTA scope is promoted. */
  PROMOTED;

  /** Events of a line in the PA-TBL. */
  enum Event {
    /** A home bank has the next acquire promoted. */
    SELECTIVE_INVALIDATE,
    /** The same, and the PA-TBL is full. */
    OVERFLOW,
    /** The line is acquired at CTA scope. */
    ACQUIRE,
    /** The L1 is invalidated. */
    INVALIDATE
  }
}
