package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.workload.heterosync.Sharing;
import java.util.Locale;

/** The mutexes of heterosync §III-A1, under the names of its Table I and in the program's order. */
public enum MutexKind {
  /** Spin mutex. */
  SPM("a test-and-set lock", 0),
  /** Spin mutex with backoff. */
  SPMBO("a test-and-set lock with backoff", 1),
  /** Fetch-and-add mutex. */
  FAM("a centralised ticket lock", 3),
  /** Sleep mutex. */
  SLM("a decentralised ticket lock, in whose ring each CTA polls a different slot", 2);

  /** Kinds of mutexes, each in a version for all units and one for each unit. */
  private static final int KINDS = 4;

  private final String description;
  private final int number;

  MutexKind(String description, int number) {
    this.description = description;
    this.number = number;
  }

  /** For example {@code a test-and-set lock}. */
  public String description() {
    return description;
  }

  /** In lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Number of the mutex in the arrays of lock words, which have a word for each unit and number.
   */
  int number(Sharing sharing) {
    return sharing == Sharing.LOCAL ? number + KINDS : number;
  }

  /** Numbers that there are. */
  static int numbers() {
    return 2 * KINDS;
  }
}
