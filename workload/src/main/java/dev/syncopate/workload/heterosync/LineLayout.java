package dev.syncopate.workload.heterosync;

/**
 * Layout of data that threads copy from line to line, as in {@code place.cuh}. Each CTA or section
 * has a region, with a chain for each thread: one word in each of {@code accesses + 1} lines of 16
 * words, which 16 threads share.
 *
 * @param block threads of a CTA
 * @param accesses copies of a thread in one visit
 */
public record LineLayout(int block, int accesses) {
  /** Words of a line. */
  public static final int LINE_WORDS = 16;

  private static final int MULTIPLIER = 1_664_525;
  private static final int ODD = 0x9E37_79B9;

  /** Words of a region. */
  public int regionWords() {
    return Math.ceilDiv(block, LINE_WORDS) * (accesses + 1) * LINE_WORDS;
  }

  /** Index of a thread's word in a line of a region, the first line being 0. */
  public int word(int region, int thread, int line) {
    return region * regionWords()
        + (thread / LINE_WORDS * (accesses + 1) + line) * LINE_WORDS
        + thread % LINE_WORDS;
  }

  /** Data of so many regions, every word different. */
  public int[] freshData(int regions) {
    int[] words = new int[regions * regionWords()];
    for (int i = 0; i < words.length; i++) {
      words[i] = i * ODD;
    }
    return words;
  }

  /**
   * What {@code Trace.visit} does: copies a thread's chain by one line, and makes x × multiplier +
   * summand + copy of the word of the second line.
   *
   * @param digest of what the thread has loaded before
   * @return the digest with what it loads now
   */
  public int visit(int[] data, int region, int thread, int multiplier, int summand, int digest) {
    int noted = digest;
    int previous = 0;
    for (int line = accesses - 1; line > 0; line--) {
      previous = data[word(region, thread, line)];
      data[word(region, thread, line + 1)] = previous;
      noted = noted(noted, previous);
    }
    int second = word(region, thread, 1);
    data[second] = previous * multiplier + summand + data[word(region, thread, 0)];
    return noted;
  }

  /** A visit whose x depends on all visitors before. */
  public int visit(int[] data, int region, int thread, int summand, int digest) {
    return visit(data, region, thread, MULTIPLIER, summand, digest);
  }

  /** A digest with one more value. */
  public static int noted(int digest, int value) {
    return digest * MULTIPLIER + value;
  }
}
