package dev.syncopate.check.order;

import org.jspecify.annotations.Nullable;

/** The words of a launch that are followed, by address: a hash table with open addressing. */
final class FollowedWords {
  private static final int SMALLEST = 64;

  /** Bytes of a page, as a shift, and pages that are told apart: words are rare on most. */
  private static final int PAGE = 10;

  private static final int PAGES = 1 << 13;

  private final long[] pages = new long[PAGES / Long.SIZE];
  private @Nullable FollowedWord[] table = new @Nullable FollowedWord[SMALLEST];
  private int size;

  @Nullable FollowedWord find(long address) {
    long page = address >>> PAGE & PAGES - 1;
    return (pages[(int) (page >>> 6)] >>> page & 1) == 0 ? null : table[place(address)];
  }

  /** The word at an address, made if need be. */
  FollowedWord at(long address) {
    FollowedWord existing = find(address);
    if (existing != null) {
      return existing;
    }
    if (2 * ++size > table.length) {
      grow();
    }
    FollowedWord created = new FollowedWord(address);
    table[place(address)] = created;
    long page = address >>> PAGE & PAGES - 1;
    pages[(int) (page >>> 6)] |= 1L << page;
    return created;
  }

  /** The launch has ended. */
  void end() {
    for (FollowedWord word : table) {
      if (word != null) {
        word.end();
      }
    }
  }

  private void grow() {
    @Nullable FollowedWord[] oldTable = table;
    table = new @Nullable FollowedWord[2 * oldTable.length];
    for (FollowedWord word : oldTable) {
      if (word != null) {
        table[place(word.address)] = word;
      }
    }
  }

  private int place(long address) {
    int mask = table.length - 1;
    int slot = Long.hashCode(address * 0x9E37_79B9_7F4A_7C15L) & mask;
    for (FollowedWord word = table[slot];
        word != null && word.address != address;
        word = table[slot]) {
      slot = slot + 1 & mask;
    }
    return slot;
  }
}
