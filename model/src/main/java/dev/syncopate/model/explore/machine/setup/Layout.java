package dev.syncopate.model.explore.machine.setup;

import java.util.Locale;

/** Where the locations of a test are. */
public enum Layout {
  /** Each in a line of its own; neighbours are in different L2 banks. */
  APART,
  /** Two in each line. */
  PAIRS,
  /** As many as fit in one line. */
  TOGETHER;

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
