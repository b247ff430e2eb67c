package dev.syncopate.memory.transaction;

/**
 * Lanes to which an event of their wavefront happens. A unit uses one object for all events: an
 * event that has lanes makes no other happen that has some.
 */
final class AffectedLanes {
  static final int NO_BANK = -1;

  private long mask;
  private int conflictBank = NO_BANK;

  AffectedLanes set(long lanes, int bank) {
    mask = lanes;
    conflictBank = bank;
    return this;
  }

  /** A bit for each lane. */
  long mask() {
    return mask;
  }

  /** The bank in which the conflict of the lanes was found, or {@link #NO_BANK}. */
  int conflictBank() {
    return conflictBank;
  }
}
