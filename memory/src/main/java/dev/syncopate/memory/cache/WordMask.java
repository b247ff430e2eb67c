package dev.syncopate.memory.cache;

/**
 * Masks over the words of a line: bit i is word i, that is bytes 4i to 4i + 3. A line of 128 bytes
 * has 32 of them.
 */
public final class WordMask {
  /** Bytes of a word. */
  public static final int BYTES = 4;

  private static final long FIRST_BYTES = 0x1111_1111_1111_1111L;

  private WordMask() {}

  /** Words of which any byte is in a mask. */
  public static int touched(long low, long high) {
    return touched(low) | touched(high) << 16;
  }

  /** Words of which every byte is in a mask. */
  public static int covered(long low, long high) {
    return ~touched(~low, ~high);
  }

  private static int touched(long bytes) {
    long any = bytes | bytes >>> 1 | bytes >>> 2 | bytes >>> 3;
    return (int) Long.compress(any, FIRST_BYTES);
  }

  /** The low word of the mask of all bytes of some words. */
  public static long low(int words) {
    return bytes(words & 0xffff);
  }

  /** The high word of that mask. */
  public static long high(int words) {
    return bytes(words >>> 16);
  }

  private static long bytes(int words) {
    return Long.expand(words, FIRST_BYTES) * 0xf;
  }
}
