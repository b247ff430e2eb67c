package dev.syncopate.memory.dram;

import dev.syncopate.sim.engine.Event;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a channel in order of arrival: a doubly linked list through flat arrays, so that
 * any entry leaves at no cost and nothing is allocated once the arrays have grown to the run's
 * need. Fields are read directly by the channel.
 */
final class RequestList {
  static final int NONE = -1;

  int[] bank = new int[32];
  long[] row = new long[32];
  int[] bytes = new int[32];
  boolean[] write = new boolean[32];

  /** How the request's row came to be open: see the constants of {@link DramChannel}. */
  byte[] opened = new byte[32];

  long[] arrival = new long[32];

  /** Position in the order of arrival. */
  long[] order = new long[32];

  /** The next request in the queue of its bank: see {@link BankQueues}. */
  int[] nextInBank = new int[32];

  @Nullable Event[] done = new @Nullable Event[32];

  private int[] next = new int[32];
  private int[] previous = new int[32];
  private int first = NONE;
  private int last = NONE;
  private int free = NONE;
  private int used;
  private int size;
  private long added;

  int first() {
    return first;
  }

  int next(int entry) {
    return next[entry];
  }

  int size() {
    return size;
  }

  /** Appends an entry whose fields the caller sets. */
  int add() {
    int entry;
    if (free != NONE) {
      entry = free;
      free = next[entry];
    } else {
      if (used == next.length) {
        grow(2 * used);
      }
      entry = used++;
    }
    next[entry] = NONE;
    previous[entry] = last;
    if (last == NONE) {
      first = entry;
    } else {
      next[last] = entry;
    }
    last = entry;
    order[entry] = added++;
    size++;
    return entry;
  }

  void remove(int entry) {
    int before = previous[entry];
    int after = next[entry];
    if (before == NONE) {
      first = after;
    } else {
      next[before] = after;
    }
    if (after == NONE) {
      last = before;
    } else {
      previous[after] = before;
    }
    done[entry] = null;
    next[entry] = free;
    free = entry;
    size--;
  }

  private void grow(int capacity) {
    bank = Arrays.copyOf(bank, capacity);
    row = Arrays.copyOf(row, capacity);
    bytes = Arrays.copyOf(bytes, capacity);
    write = Arrays.copyOf(write, capacity);
    opened = Arrays.copyOf(opened, capacity);
    arrival = Arrays.copyOf(arrival, capacity);
    order = Arrays.copyOf(order, capacity);
    nextInBank = Arrays.copyOf(nextInBank, capacity);
    done = Arrays.copyOf(done, capacity);
    next = Arrays.copyOf(next, capacity);
    previous = Arrays.copyOf(previous, capacity);
  }
}
