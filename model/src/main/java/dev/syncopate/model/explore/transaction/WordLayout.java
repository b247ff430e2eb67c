package dev.syncopate.model.explore.transaction;

import java.util.Locale;

/**
 * Places and sizes of a test's locations. Two words meet in a bank of the shared memory, and in a
 * bank in a bit of the filters; two locations may be parts of one word, and one may be two words.
 *
 * <pre>
 *   banks      x, y, z a word in a bank each
 *   rows       x, y, z words of one bank, each with a separate bit
 *   bits       x and z words of one bank with one bit, y in another bank
 *   halves     x and y halves of one word, z of the next
 *   pairs      x, y, z two words each, in two banks
 * </pre>
 */
public enum WordLayout {
  BANKS(4),
  ROWS(4),
  BITS(4),
  HALVES(2),
  PAIRS(8);

  private static final int WORD = 4;

  private final int bytes;

  WordLayout(int bytes) {
    this.bytes = bytes;
  }

  /** As people read it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Bytes of a location. */
  int bytes() {
    return bytes;
  }

  int banks(int locations) {
    return switch (this) {
      case BANKS -> Math.max(1, locations);
      case ROWS -> 1;
      case BITS, HALVES, PAIRS -> 2;
    };
  }

  /**
   * Where a location is in the memory.
   *
   * @param bits of a filter; 0 where it is exact
   */
  int offset(int location, int bits) {
    return this == BITS
        ? (location / 2 * Math.max(1, bits) * 2 + location % 2) * WORD
        : location * bytes;
  }
}
