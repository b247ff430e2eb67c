package dev.syncopate.check.report;

import java.util.Locale;

/** A check that can be asked for. */
public enum Check {
  /** Data races by the PTX memory model. */
  RACES;

  /** Its name on a command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
