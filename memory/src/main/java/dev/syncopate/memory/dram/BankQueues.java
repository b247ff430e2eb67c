package dev.syncopate.memory.dram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one direction, read or write, among which the scheduler chooses: for each bank
 * those for it in order of arrival. The oldest that goes to the bank's open row is kept at hand, so
 * that choosing looks at banks, not at requests.
 *
 * <p>Which banks have requests, and which of these a hit, is in words of 64 banks, bit {@code b &
 * 63} of word {@code b >> 6} for bank b.
 */
final class BankQueues {
  private final BankRows rows;
  private final @Nullable Request[] first;
  private final @Nullable Request[] last;
  private final @Nullable Request[] hit;
  private final long[] active;
  private final long[] hits;
  private int size;

  BankQueues(BankRows rows, int banks) {
    this.rows = rows;
    first = new @Nullable Request[banks];
    last = new @Nullable Request[banks];
    hit = new @Nullable Request[banks];
    active = new long[(banks + 63) / 64];
    hits = new long[active.length];
  }

  int size() {
    return size;
  }

  /** Appends a request to its bank's queue. */
  void add(Request request) {
    int bank = request.bank;
    request.nextInBank = null;
    Request before = last[bank];
    if (before == null) {
      first[bank] = request;
      active[bank >> 6] |= 1L << bank;
    } else {
      before.nextInBank = request;
    }
    last[bank] = request;
    size++;
    if (hit[bank] == null && request.row == rows.open(bank)) {
      setHit(bank, request);
    }
  }

  /** Takes away a bank's oldest hit. */
  void removeHit(int bank, Request request) {
    Request after = request.nextInBank;
    Request before = null;
    if (first[bank] == request) {
      first[bank] = after;
    } else {
      before = first[bank];
      while (before != null && before.nextInBank != request) {
        before = before.nextInBank;
      }
      if (before == null) {
        throw new IllegalStateException("bank " + bank + " does not hold its hit");
      }
      before.nextInBank = after;
    }
    if (after == null) {
      last[bank] = before;
    }
    if (first[bank] == null) {
      active[bank >> 6] &= ~(1L << bank);
    }
    size--;
    setHit(bank, firstHit(bank, after));
  }

  /** Another row of a bank is open now. */
  void opened(int bank) {
    setHit(bank, firstHit(bank, first[bank]));
  }

  /** A bank's row has been closed. */
  void closed(int bank) {
    setHit(bank, null);
  }

  /** All rows have been closed. */
  void allClosed() {
    Arrays.fill(hit, null);
    Arrays.fill(hits, 0);
  }

  private @Nullable Request firstHit(int bank, @Nullable Request from) {
    long row = rows.open(bank);
    Request request = from;
    while (request != null && request.row != row) {
      request = request.nextInBank;
    }
    return request;
  }

  private void setHit(int bank, @Nullable Request request) {
    hit[bank] = request;
    long bit = 1L << bank;
    if (request == null) {
      hits[bank >> 6] &= ~bit;
    } else {
      hits[bank >> 6] |= bit;
    }
  }

  /** The oldest request of a bank, or null. */
  @Nullable Request first(int bank) {
    return first[bank];
  }

  /** The oldest request to a bank's open row, or null. */
  @Nullable Request hit(int bank) {
    return hit[bank];
  }

  /** Words of {@link #active} and {@link #hits}. */
  int words() {
    return active.length;
  }

  /** Banks with requests. */
  long active(int word) {
    return active[word];
  }

  /** Banks with a request to their open row. */
  long hits(int word) {
    return hits[word];
  }
}
