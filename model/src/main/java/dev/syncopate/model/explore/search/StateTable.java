package dev.syncopate.model.explore.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * States of the machine: rows of numbers, each once, in the order in which they were found, with
 * the state each was first reached from. Rows are kept whole and compared whole.
 */
final class StateTable {
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Rows that there is room for at first: most tests have few states. */
  private static final int FIRST = 1 << 8;

  private static final long TAG = 0xffff_ffff_0000_0000L;
  private static final long FREE = -1;

  private final int width;
  private final List<int[]> chunks = new ArrayList<>();
  private final List<int[]> parents = new ArrayList<>();

  /** The upper half of each row's hash, and the number of its state. */
  private long[] slots = new long[1 << 10];

  private int size;

  StateTable(int width) {
    this.width = width;
    Arrays.fill(slots, FREE);
  }

  int size() {
    return size;
  }

  /** What a number at a place of a row adds to the row's hash. */
  static long hash(int place, int number) {
    long h = ((long) place << 32 | number) * 0x9E3779B97F4A7C15L;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    return h ^ h >>> 29;
  }

  /** A row's hash, which changes by what each of its numbers adds. */
  static long hash(int[] row) {
    long sum = 0;
    for (int place = 0; place < row.length; place++) {
      sum += hash(place, row[place]);
    }
    return sum;
  }

  /**
   * Adds a row.
   *
   * @param hash of the row
   * @return the number of a row that is new, or -1 - the number of one that is known
   */
  int add(int[] row, long hash, int parent) {
    int mask = slots.length - 1;
    long tag = hash & TAG;
    int slot = (int) hash & mask;
    for (; slots[slot] != FREE; slot = slot + 1 & mask) {
      if ((slots[slot] & TAG) == tag && equal((int) slots[slot], row)) {
        return -1 - (int) slots[slot];
      }
    }
    slots[slot] = tag | size;
    append(row, parent);
    if (2 * size > slots.length) {
      grow();
    }
    return size - 1;
  }

  private void append(int[] row, int parent) {
    int at = size & CHUNK - 1;
    if (at == 0) {
      int room = size == 0 ? FIRST : CHUNK;
      chunks.add(new int[room * width]);
      parents.add(new int[room]);
    } else if (at == parents.getLast().length) { // the first chunk grows
      chunks.set(0, Arrays.copyOf(chunks.getFirst(), 4 * at * width));
      parents.set(0, Arrays.copyOf(parents.getFirst(), 4 * at));
    }
    System.arraycopy(row, 0, chunks.getLast(), at * width, width);
    parents.getLast()[at] = parent;
    size++;
  }

  private boolean equal(int state, int[] row) {
    int base = (state & CHUNK - 1) * width;
    return Arrays.equals(chunks.get(state >>> CHUNK_BITS), base, base + width, row, 0, width);
  }

  /** Copies a state's row. */
  void load(int state, int[] into) {
    System.arraycopy(chunks.get(state >>> CHUNK_BITS), (state & CHUNK - 1) * width, into, 0, width);
  }

  /** The state from which one was first reached, or -1. */
  int parent(int state) {
    return parents.get(state >>> CHUNK_BITS)[state & CHUNK - 1];
  }

  private void grow() {
    slots = new long[(slots.length < 1 << 16 ? 8 : 2) * slots.length];
    Arrays.fill(slots, FREE);
    int mask = slots.length - 1;
    int[] row = new int[width];
    for (int state = 0; state < size; state++) {
      load(state, row);
      long hash = hash(row);
      int slot = (int) hash & mask;
      while (slots[slot] != FREE) {
        slot = slot + 1 & mask;
      }
      slots[slot] = (hash & TAG) | state;
    }
  }
}
