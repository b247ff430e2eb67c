package dev.syncopate.model.axiom.mbarrier;

/**
 * Operation on an mbarrier.
 *
 * @param event its event
 * @param kind what it does
 * @param number count of arrivals, bytes, or parity
 */
public record MbarrierOperation(int event, Kind kind, long number) {
  /** Kind of an operation. */
  public enum Kind {
    INIT,
    INVAL,
    ARRIVE,
    /** Expects bytes and arrives once. */
    ARRIVE_EXPECTING,
    /** Arrives, also for all later phases. */
    DROP,
    EXPECT,
    COMPLETE,
    WAIT_TRUE,
    WAIT_FALSE;

    /** Whether it takes part in a phase: who waits for the phase has waited for it. */
    boolean takesPart() {
      return switch (this) {
        case ARRIVE, ARRIVE_EXPECTING, DROP, COMPLETE -> true;
        case INIT, INVAL, EXPECT, WAIT_TRUE, WAIT_FALSE -> false;
      };
    }

    /** Whether it waits. */
    boolean waits() {
      return this == WAIT_TRUE || this == WAIT_FALSE;
    }
  }
}
