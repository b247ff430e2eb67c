package dev.syncopate.memory.dram;

import java.util.Arrays;

/**
 * The requests of one direction, read or write, among which the scheduler chooses: for each bank
 * those for it in order of arrival. The oldest that goes to the bank's open row is kept at hand, so
 * that choosing looks at banks, not at requests.
 */
final class BankQueues {
  static final int NONE = RequestList.NONE;

  private final RequestList requests;
  private final BankRows rows;
  private final int[] first;
  private final int[] last;
  private final int[] hit;

  /** Banks with requests, one bit each. */
  private final long[] active;

  private int size;

  BankQueues(RequestList requests, BankRows rows, int banks) {
    this.requests = requests;
    this.rows = rows;
    first = new int[banks];
    last = new int[banks];
    hit = new int[banks];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
    Arrays.fill(hit, NONE);
    active = new long[(banks + 63) / 64];
  }

  int size() {
    return size;
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
    size++;
    if (hit[bank] == NONE && requests.row[entry] == rows.open(bank)) {
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
    size--;
    hit[bank] = firstHit(bank, after);
  }

  /** Another row of a bank is open now. */
  void opened(int bank) {
    hit[bank] = firstHit(bank, first[bank]);
  }

  /** A bank's row has been closed. */
  void closed(int bank) {
    hit[bank] = NONE;
  }

  /** All rows have been closed. */
  void allClosed() {
    Arrays.fill(hit, NONE);
  }

  private int firstHit(int bank, int from) {
    long row = rows.open(bank);
    int entry = from;
    while (entry != NONE && requests.row[entry] != row) {
      entry = requests.nextInBank[entry];
    }
    return entry;
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
