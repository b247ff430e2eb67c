package dev.syncopate.memory.dram;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one direction, read or write, among which the scheduler chooses: one queue for each
 * bank, in order of arrival. Each bank caches its oldest row hit, so that the scheduler scans
 * banks, not requests. The rows of a queue's requests are adjacent in memory, so that the scan for
 * the next row hit does not visit the requests themselves.
 *
 * <p>Which banks have requests, and which of these a hit, is in words of 64 banks, bit {@code b &
 * 63} of word {@code b >> 6} for bank b.
 */
final class BankQueues {
  private static final int NONE = -1;

  private final BankRows rows;
  private final Queue[] queues;
  private final long[] active;
  private final long[] hits;
  private int size;

  /** The requests for one bank and their rows, in order of arrival. */
  private static final class Queue {
    @Nullable DramRequest[] requests = new @Nullable DramRequest[4];
    long[] rows = new long[4];
    int size;

    /** Index of the oldest request to the open row. */
    int hit = NONE;

    void add(DramRequest request) {
      if (size == rows.length) {
        requests = Arrays.copyOf(requests, 2 * size);
        rows = Arrays.copyOf(rows, 2 * size);
      }
      requests[size] = request;
      rows[size++] = request.row;
    }

    void remove(int index) {
      int moved = --size - index;
      System.arraycopy(requests, index + 1, requests, index, moved);
      System.arraycopy(rows, index + 1, rows, index, moved);
      requests[size] = null;
    }

    int find(long row, int start) {
      for (int i = start; i < size; i++) {
        if (rows[i] == row) {
          return i;
        }
      }
      return NONE;
    }
  }

  BankQueues(BankRows rows, int banks) {
    this.rows = rows;
    queues = new Queue[banks];
    Arrays.setAll(queues, i -> new Queue());
    active = new long[(banks + 63) / 64];
    hits = new long[active.length];
  }

  int size() {
    return size;
  }

  /** Appends a request to its bank's queue. */
  void add(DramRequest request) {
    int bank = request.bank;
    Queue queue = queues[bank];
    queue.add(request);
    active[bank >> 6] |= 1L << bank;
    size++;
    if (queue.hit == NONE && request.row == rows.open(bank)) {
      setHit(bank, queue.size - 1);
    }
  }

  /** Takes away a bank's oldest hit. */
  void removeHit(int bank) {
    Queue queue = queues[bank];
    int index = queue.hit;
    if (index == NONE) {
      throw new IllegalStateException("bank " + bank + " has no hit");
    }
    queue.remove(index);
    if (queue.size == 0) {
      active[bank >> 6] &= ~(1L << bank);
    }
    size--;
    setHit(bank, queue.find(rows.open(bank), index));
  }

  /** Another row of a bank is open now. */
  void opened(int bank) {
    setHit(bank, queues[bank].find(rows.open(bank), 0));
  }

  /** A bank's row has been closed. */
  void closed(int bank) {
    setHit(bank, NONE);
  }

  /** All rows have been closed. */
  void allClosed() {
    for (Queue queue : queues) {
      queue.hit = NONE;
    }
    Arrays.fill(hits, 0);
  }

  private void setHit(int bank, int index) {
    queues[bank].hit = index;
    long bit = 1L << bank;
    if (index == NONE) {
      hits[bank >> 6] &= ~bit;
    } else {
      hits[bank >> 6] |= bit;
    }
  }

  /** The oldest request of a bank, or null. */
  @Nullable DramRequest first(int bank) {
    return queues[bank].requests[0];
  }

  /** The oldest request to a bank's open row, or null. */
  @Nullable DramRequest hit(int bank) {
    Queue queue = queues[bank];
    return queue.hit == NONE ? null : queue.requests[queue.hit];
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
