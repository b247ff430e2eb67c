package dev.syncopate.machine.local;

/**
 * The banks of a compute unit's local data share. Bank b holds the four-byte words whose number is
 * b modulo the number of banks; a bank delivers one word a cycle, to as many lanes as want it.
 */
public final class Banks {
  private static final int WORD_BYTES = 4;
  private static final int BUCKETS = 512;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final int banks;

  /** How many words of each bank the group at hand touches; valid where the stamp is present. */
  private final int[] load;

  private final int[] loadStamp;
  private final int[] word = new int[BUCKETS];
  private final int[] wordStamp = new int[BUCKETS];
  private int present;

  public Banks(int banks) {
    this.banks = banks;
    this.load = new int[banks];
    this.loadStamp = new int[banks];
  }

  /**
   * Cycles for which an access holds the banks. Lanes are served in groups that could together use
   * every bank once; a group takes as long as its most wanted bank has different words to deliver,
   * or, for atomics, operations to do.
   *
   * @param address of each lane, in this memory
   * @param lanes that take part
   * @param bytesPerLane 1 to 16
   * @param atomic whether lanes that want the same word must take turns
   */
  public int passes(long[] address, long lanes, int bytesPerLane, boolean atomic) {
    int words = Math.max(1, bytesPerLane / WORD_BYTES);
    int group = Math.max(1, banks / words);
    int passes = 0;
    for (int first = 0; first < address.length; first += group) {
      long members = group == 64 ? lanes : lanes >>> first & (1L << Math.min(group, 63)) - 1;
      if (members != 0) {
        passes += passesOfGroup(address, first, members, words, atomic);
      }
    }
    return passes;
  }

  /** Passes of the same access if no two lanes met in a bank. */
  public int fewestPasses(long lanes, int bytesPerLane) {
    int group = Math.max(1, banks / Math.max(1, bytesPerLane / WORD_BYTES));
    if (group >= 64) {
      return 1;
    }
    int passes = 0;
    for (int first = 0; first < 64; first += group) {
      passes += (lanes >>> first & (1L << group) - 1) != 0 ? 1 : 0;
    }
    return passes;
  }

  private int passesOfGroup(long[] address, int first, long members, int words, boolean atomic) {
    if (words <= banks && inOnePass(address, first, members, words, atomic)) {
      return 1;
    }
    present++;
    int maxPasses = 0;
    int previous = -1;
    int counted = banks % words == 0 && areAlike(address, first, members, words) ? 1 : words;
    for (long rest = members; rest != 0; rest &= rest - 1) {
      int start = (int) address[first + Long.numberOfTrailingZeros(rest)] / WORD_BYTES;
      if (start == previous && !atomic) {
        continue;
      }
      previous = start;
      for (int w = start; w < start + counted; w++) {
        if (atomic || isNew(w)) {
          maxPasses = Math.max(maxPasses, count(w % banks));
        }
      }
    }
    return maxPasses;
  }

  /**
   * Whether vectors begin at the same word of as many. Then any two coincide or are disjoint, and
   * the bank of a vector's first word is as wanted as those of its other words.
   */
  private static boolean areAlike(long[] address, int first, long members, int words) {
    int start = (int) address[first + Long.numberOfTrailingZeros(members)] / WORD_BYTES;
    for (long rest = members & members - 1; rest != 0; rest &= rest - 1) {
      int begin = (int) address[first + Long.numberOfTrailingZeros(rest)] / WORD_BYTES;
      if ((begin - start) % words != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether lanes want the same, or follow each other without a gap, as most do: then there is no
   * need to count.
   */
  private static boolean inOnePass(
      long[] address, int first, long members, int words, boolean atomic) {
    int baseLane = first + Long.numberOfTrailingZeros(members);
    long base = address[baseLane];
    long step = (long) words * WORD_BYTES;
    long differences = 0;
    long beside = base & (WORD_BYTES - 1);
    for (long rest = members & members - 1; rest != 0; rest &= rest - 1) {
      int lane = first + Long.numberOfTrailingZeros(rest);
      long distance = address[lane] - base;
      differences |= distance;
      beside |= distance ^ (lane - baseLane) * step;
    }
    return beside == 0 || (differences == 0 && !atomic);
  }

  private int count(int bank) {
    if (loadStamp[bank] != present) {
      loadStamp[bank] = present;
      load[bank] = 0;
    }
    return ++load[bank];
  }

  private boolean isNew(int number) {
    int slot = (int) ((number * GOLDEN) >>> 55);
    while (wordStamp[slot] == present) {
      if (word[slot] == number) {
        return false;
      }
      slot = (slot + 1) & (BUCKETS - 1);
    }
    wordStamp[slot] = present;
    word[slot] = number;
    return true;
  }
}
