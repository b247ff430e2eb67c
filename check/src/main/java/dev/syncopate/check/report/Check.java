package dev.syncopate.check.report;

import java.util.Locale;

/** A check that can be asked for. */
public enum Check {
  /** Data races by the PTX memory model. */
  RACES,
  /**
   * Accesses outside allocations, which is a fault; divisions by zero; memory that the host has
   * freed.
   */
  MEMORY,
  /**
   * Reads of global memory that was never written; reads of shared memory that nothing in the CTA
   * has written, which is a fault.
   */
  INIT,
  /** Barriers that part of a CTA misses, exchanges with lanes that are absent. */
  SYNC,
  /** Phases of mbarriers in other orders of the run's operations. */
  CONFLUENCE;

  /** Its name on a command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
