package dev.syncopate.model.explore.transaction;

import java.util.Locale;

/**
 * Where a test's locations are, each of one word. Two words meet in a bank of the shared memory,
 * and in a bank in a bit of the filters.
 *
 * <pre>
 *   banks      x, y, z in a bank each
 *   rows       x, y, z in one bank, each with a bit of its own
 *   bits       x and z in one bank with one bit, y in another bank
 * </pre>
 */
public enum WordLayout {
  BANKS,
  ROWS,
  BITS;

  /** As people read it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  int banks(int locations) {
    return switch (this) {
      case BANKS -> Math.max(1, locations);
      case ROWS -> 1;
      case BITS -> 2;
    };
  }

  /**
   * The word of a location.
   *
   * @param bits of a filter; 0 where it is exact
   */
  int word(int location, int bits) {
    return switch (this) {
      case BANKS, ROWS -> location;
      case BITS -> location / 2 * Math.max(1, bits) * 2 + location % 2;
    };
  }
}
