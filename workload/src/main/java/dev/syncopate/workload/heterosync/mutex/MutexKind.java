package dev.syncopate.workload.heterosync.mutex;

import java.util.Locale;

/** The mutexes of heterosync §III-A1, under the names of its Table I. */
public enum MutexKind {
  /** Spin mutex. */
  SPM("a test-and-set lock"),
  /** Spin mutex with backoff. */
  SPMBO("a test-and-set lock with exponential backoff"),
  /** Fetch-and-add mutex. */
  FAM("a centralised ticket lock"),
  /** Sleep mutex. */
  SLM("a decentralised ticket lock, in whose ring each CTA polls a slot of its own");

  private final String description;

  MutexKind(String description) {
    this.description = description;
  }

  /** For example {@code a test-and-set lock}. */
  public String description() {
    return description;
  }

  /** In lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
