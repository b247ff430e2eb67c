package dev.syncopate.memory.kit.l1;

/** State of an MSHR. */
public enum MissState {
  /** Not in use. */
  FREE,
  /** Loads wait; fills will be kept. */
  OPEN,
  /** An atomic waits, perhaps with others behind it; fills will be kept. */
  CLOSED,
  /** Loads wait; the line has been dropped since, so fills are for them only. */
  DETACHED,
  /** As CLOSED, but the line has been dropped since. */
  CLOSED_DETACHED
}
