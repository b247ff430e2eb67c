package dev.syncopate.workload.heterosync.barrier;

import java.util.Locale;

/** The barriers of heterosync §III-A3, under the names of its Table I. */
public enum BarrierKind {
  /** Tree barrier. */
  TB("A two-level barrier of atomic counters", false),
  /** Tree barrier with local exchange. */
  TBEX("A two-level barrier of atomic counters, with local exchange", true),
  /** Lock-free tree barrier. */
  LFTB("A two-level barrier of arrays of flags", false),
  /** Lock-free tree barrier with local exchange. */
  LFTBEX("A two-level barrier of arrays of flags, with local exchange", true);

  private final String description;
  private final boolean exchanges;

  BarrierKind(String description, boolean exchanges) {
    this.description = description;
    this.exchanges = exchanges;
  }

  /** For example {@code A two-level barrier of atomic counters}. */
  public String description() {
    return description;
  }

  /** Whether the CTAs of a unit meet and exchange data before they join the others. */
  public boolean exchanges() {
    return exchanges;
  }

  /** In lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
