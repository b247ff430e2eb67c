package dev.syncopate.memory.cache;

import dev.syncopate.sim.bits.Bits;
import java.util.Arrays;

/**
 * A byte for each frame of a set-associative cache: 0 where the frame is free, else eight bits that
 * follow from its line. A search for a line, or for a free frame, looks at eight frames at a time
 * and stays within a line of the host's cache, where the tags of a set fill several.
 *
 * <pre>
 *   signs[set * words + i] = [ way 8i+7 | ... | way 8i+1 | way 8i ]     words = ways / 8, rounded up
 * </pre>
 *
 * <p>Bytes beyond the last way are {@value #PADDING}, which no line has.
 */
final class WaySigns {
  private static final int PADDING = 0xff;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long SEVENS = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final int ways;
  private final int words;
  private final long[] signs;

  WaySigns(int sets, int ways) {
    this.ways = ways;
    words = (ways + 7) / 8;
    signs = new long[Math.multiplyExact(sets, words)];
    clear();
  }

  /** Words of a set. */
  int words() {
    return words;
  }

  /** The first word of a set. */
  int firstWord(int set) {
    return set * words;
  }

  /** A byte in each place of a word, for {@link #matches}. */
  static long pattern(long sign) {
    return sign * ONES;
  }

  /** The byte of a line: neither 0 nor {@value #PADDING}. */
  static long of(long line) {
    return 1 + ((((line * GOLDEN) >>> 56) * 254) >>> 8);
  }

  /**
   * The ways of a word whose byte is that of a pattern, as bit 7 of each; see {@link #way}. Small
   * enough to be inlined by C1.
   */
  long matches(int word, long pattern) {
    long different = signs[word] ^ pattern;
    return ~((different & SEVENS) + SEVENS | different | SEVENS);
  }

  /**
   * The way of the first match.
   *
   * @param word its number in the set
   */
  static int way(int word, long matches) {
    return 8 * word + (Bits.lowest(matches) >> 3);
  }

  /** A way's byte. */
  long get(int set, int way) {
    return signs[set * words + (way >> 3)] >>> (8 * (way & 7)) & 0xff;
  }

  /** Sets a frame's byte: a line's, or 0 when the frame is free. */
  void set(int frame, long sign) {
    int set = frame / ways;
    int way = frame - set * ways;
    int index = set * words + (way >> 3);
    int shift = 8 * (way & 7);
    signs[index] = (signs[index] & ~(0xffL << shift)) | (sign << shift);
  }

  /** Makes every frame free. */
  void clear() {
    Arrays.fill(signs, 0);
    for (int way = ways; way < 8 * words; way++) {
      long padding = (long) PADDING << (8 * (way & 7));
      for (int index = words - 1; index < signs.length; index += words) {
        signs[index] |= padding;
      }
    }
  }
}
