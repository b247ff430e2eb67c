package dev.syncopate.workload.heterosync;

import java.util.Locale;

/**
 * Threads that share a synchronisation variable, and the data that it protects (heterosync §III-A,
 * §IV-D).
 */
public enum Sharing {
  /**
   * The CTAs of one compute unit, which share its L1; every unit has its own. Performed at CTA
   * scope, whose synchronisation point is the L1.
   */
  LOCAL("l", "in each compute unit, at CTA scope"),

  /** All CTAs. Performed at GPU scope. */
  GLOBAL("g", "for all compute units, at GPU scope");

  private final String suffix;
  private final String location;

  Sharing(String suffix, String location) {
    this.suffix = suffix;
    this.location = location;
  }

  /** What the papers append to a name, in lower case: {@code l} or {@code g}. */
  public String suffix() {
    return suffix;
  }

  /** For example {@code in each compute unit, at CTA scope}. */
  public String where() {
    return location;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
