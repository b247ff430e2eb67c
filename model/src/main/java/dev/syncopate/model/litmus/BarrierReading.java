package dev.syncopate.model.litmus;

import java.util.Locale;

/**
 * Meaning of the count of {@code bar.cta.sync INSTANCE, ID, COUNT} to the author of a test. It is
 * no part of the format: the same text means one thing to one tool and another to the next.
 */
public enum BarrierReading {
  /**
   * As in the PTX ISA manual: as many arrivals as it says complete the barrier, which then starts
   * anew.
   */
  MANUAL,
  /**
   * At least so many threads must come; all that come meet, each thread's first time with the
   * others' first time, the second with the second.
   */
  QUORUM_IS_MINIMUM,
  /**
   * As many arrivals as it says open the barrier, which then stays open: later arrivals pass.
   * Arrivals without a count are as in the manual, and meet each other alone.
   */
  OPENS_FOR_GOOD,
  /**
   * No thread waits. Threads whose paths come to one barrier synchronise there, each thread's first
   * time with the others' first time, the second with the second; a thread without others passes.
   */
  THREADS_PASS;

  /** Its name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
