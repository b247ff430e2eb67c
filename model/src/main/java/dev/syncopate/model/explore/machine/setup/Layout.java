package dev.syncopate.model.explore.machine.setup;

import java.util.Locale;

/** Placement of a test's locations in lines. */
public enum Layout {
  /** Each in a separate line; neighbours are in different L2 banks. */
  APART,
  /** Two in each line. */
  PAIRS,
  /** As many as fit in one line. */
  TOGETHER;

  /** Whether so many locations lie otherwise than in a layout before this one. */
  public boolean isNewWith(int locations) {
    return switch (this) {
      case APART -> true;
      case PAIRS -> locations > 1;
      case TOGETHER -> locations > 2;
    };
  }

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
