package dev.syncopate.memory.cache;

/**
 * Masks over the words of a line: bit i is word i, that is bytes 4i to 4i + 3. A line of 128 bytes
 * has 32 of them.
 */
public final class WordMask {
  /** Bytes of a word. */
  public static final int BYTES = 4;

  private static final long FIRST_BYTES = 0x1111_1111_1111_1111L;

  /** Bits of two, four and eight words next to each other. */
  private static final long PAIRS = 0x0303_0303_0303_0303L;

  private static final long FOURS = 0x000f_000f_000f_000fL;
  private static final long EIGHTS = 0x0000_00ff_0000_00ffL;

  private WordMask() {}

  /** Words of which any byte is in a mask. */
  public static int touched(long low, long high) {
    return touched(low) | touched(high) << 16;
  }

  /** Words of which every byte is in a mask. */
  public static int covered(long low, long high) {
    return ~touched(~low, ~high);
  }

  /** In shifts, as not every compiler has an instruction for {@link Long#compress}. */
  private static int touched(long bytes) {
    long folded = bytes | bytes >>> 1;
    folded = (folded | folded >>> 2) & FIRST_BYTES;
    folded = (folded | folded >>> 3) & PAIRS;
    folded = (folded | folded >>> 6) & FOURS;
    folded = (folded | folded >>> 12) & EIGHTS;
    return (int) (folded | folded >>> 24) & 0xffff;
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
    long spread = words;
    spread = (spread | spread << 24) & EIGHTS;
    spread = (spread | spread << 12) & FOURS;
    spread = (spread | spread << 6) & PAIRS;
    return ((spread | spread << 3) & FIRST_BYTES) * 0xf;
  }
}
