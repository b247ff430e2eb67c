package dev.syncopate.memory.dram;

import java.util.Arrays;

/**
 * The open row of each bank and, of the requests among which the scheduler chooses, those for the
 * bank in order of arrival. For each bank the oldest that goes to its open row is kept at hand, so
 * that choosing looks at banks, not at requests.
 */
final class BankQueues {
  static final int NONE = RequestList.NONE;
  private static final long CLOSED = -1;

  private final RequestList requests;
  private final long[] openRow;
  private final int[] first;
  private final int[] last;
  private final int[] hit;

  /** Banks with requests, one bit each. */
  private final long[] active;

  BankQueues(RequestList requests, int banks) {
    this.requests = requests;
    openRow = new long[banks];
    Arrays.fill(openRow, CLOSED);
    first = new int[banks];
    last = new int[banks];
    hit = new int[banks];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
    Arrays.fill(hit, NONE);
    active = new long[(banks + 63) / 64];
  }

  /** Appends a request to its bank's queue. */
  void add(int entry) {
    int bank = requests.bank[entry];
    requests.nextInBank[entry] = NONE;
    if (first[bank] == NONE) {
      first[bank] = entry;
      active[bank >> 6] |= 1L << bank;
    } else {
      requests.nextInBank[last[bank]] = entry;
    }
    last[bank] = entry;
    if (hit[bank] == NONE && requests.row[entry] == openRow[bank]) {
      hit[bank] = entry;
    }
  }

  /** Takes away a bank's oldest hit. */
  void removeHit(int bank) {
    int entry = hit[bank];
    int after = requests.nextInBank[entry];
    int before = NONE;
    if (first[bank] == entry) {
      first[bank] = after;
    } else {
      before = first[bank];
      while (requests.nextInBank[before] != entry) {
        before = requests.nextInBank[before];
      }
      requests.nextInBank[before] = after;
    }
    if (last[bank] == entry) {
      last[bank] = before;
    }
    if (first[bank] == NONE) {
      active[bank >> 6] &= ~(1L << bank);
    }
    hit[bank] = firstHit(bank, after);
  }

  /** Opens a row of a bank. */
  void open(int bank, long row) {
    openRow[bank] = row;
    hit[bank] = firstHit(bank, first[bank]);
  }

  private int firstHit(int bank, int from) {
    int entry = from;
    while (entry != NONE && requests.row[entry] != openRow[bank]) {
      entry = requests.nextInBank[entry];
    }
    return entry;
  }

  boolean isClosed(int bank) {
    return openRow[bank] == CLOSED;
  }

  boolean isOpen(int bank, long row) {
    return openRow[bank] == row;
  }

  /** The oldest request of a bank, or NONE. */
  int first(int bank) {
    return first[bank];
  }

  /** The oldest request to a bank's open row, or NONE. */
  int hit(int bank) {
    return hit[bank];
  }

  /** The first bank from {@code from} on that has a request, or NONE. */
  int nextActive(int from) {
    int word = from >> 6;
    if (word >= active.length) {
      return NONE;
    }
    long bits = active[word] & (-1L << from);
    while (bits == 0) {
      if (++word == active.length) {
        return NONE;
      }
      bits = active[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }
}
