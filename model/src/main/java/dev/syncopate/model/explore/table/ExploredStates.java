package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * States of the machine: rows of numbers, each once, in the order in which they were found, with
 * the state each was first reached from. Rows are kept whole and compared whole.
 */
public final class ExploredStates {
  static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);
  static final long TAG = 0xffff_ffff_0000_0000L;
  static final long FREE = -1;

  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Rows that there is room for at first: most tests have few states. */
  private static final int FIRST = 1 << 8;

  final int width;
  private volatile int[][] chunks = new int[4][];
  private int[][] parents = new int[4][];

  /**
   * The upper half of each row's hash, which says where the search for it begins, and the number of
   * its state; written after the row.
   */
  private volatile long[] slots = empty(1 << 10);

  private int size;

  public ExploredStates(int width) {
    this.width = width;
  }

  private static long[] empty(int length) {
    long[] slots = new long[length];
    Arrays.fill(slots, FREE);
    return slots;
  }

  /** How many there are; for the writing thread. */
  public int size() {
    return size;
  }

  /** What a number at a place of a row adds to the row's hash. */
  public static long hash(int place, int number) {
    long h = ((long) place << 32 | number) * 0x9E3779B97F4A7C15L;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    return h ^ h >>> 29;
  }

  /** A row's hash, which changes by what each of its numbers adds. */
  public static long hash(int[] row) {
    long sum = 0;
    for (int place = 0; place < row.length; place++) {
      sum += hash(place, row[place]);
    }
    return sum;
  }

  /** Where the search for a row of a hash begins. */
  static int home(long hash, int mask) {
    return (int) (hash >>> 32) & mask;
  }

  /**
   * The number of the state that a row is, or -1.
   *
   * @param hash of the row
   */
  public int find(int[] row, long hash) {
    long[] currentSlots = slots;
    int mask = currentSlots.length - 1;
    long tag = hash & TAG;
    for (int slot = home(hash, mask); ; slot = slot + 1 & mask) {
      long entry = (long) SLOTS.getAcquire(currentSlots, slot);
      if (entry == FREE) {
        return -1;
      } else if ((entry & TAG) == tag && equal((int) entry, row)) {
        return (int) entry;
      }
    }
  }

  /**
   * Adds a row.
   *
   * @param hash of the row
   * @return the number of a row that is new, or -1 - the number of one that is known
   */
  public int add(int[] row, long hash, int parent) {
    long[] currentSlots = slots;
    int mask = currentSlots.length - 1;
    long tag = hash & TAG;
    int slot = home(hash, mask);
    for (; currentSlots[slot] != FREE; slot = slot + 1 & mask) {
      if ((currentSlots[slot] & TAG) == tag && equal((int) currentSlots[slot], row)) {
        return -1 - (int) currentSlots[slot];
      }
    }
    int state = append(row, 0, parent);
    SLOTS.setRelease(currentSlots, slot, tag | state);
    reserve(size);
    return state;
  }

  /** Adds what is known not to be in, and in no slot yet. */
  int append(int[] rows, int offset, int parent) {
    int number = size >>> CHUNK_BITS;
    int rowIndex = size & CHUNK - 1;
    if (rowIndex == 0) {
      int room = size == 0 ? FIRST : CHUNK;
      keep(number, new int[room * width], new int[room]);
    } else if (rowIndex == parents[number].length) { // the first chunk grows
      keep(
          0,
          Arrays.copyOf(chunks[0], 4 * rowIndex * width),
          Arrays.copyOf(parents[0], 4 * rowIndex));
    }
    System.arraycopy(rows, offset, chunks[number], rowIndex * width, width);
    parents[number][rowIndex] = parent;
    return size++;
  }

  private void keep(int number, int[] rows, int[] theirParents) {
    int room = chunks.length;
    int[][] newChunks = Arrays.copyOf(chunks, number < room ? room : 2 * room);
    newChunks[number] = rows;
    chunks = newChunks;
    parents = Arrays.copyOf(parents, newChunks.length);
    parents[number] = theirParents;
  }

  boolean equal(int state, int[] row) {
    int base = (state & CHUNK - 1) * width;
    return Arrays.equals(chunks[state >>> CHUNK_BITS], base, base + width, row, 0, width);
  }

  /** Copies a state's row. */
  public void load(int state, int[] target) {
    System.arraycopy(chunks[state >>> CHUNK_BITS], (state & CHUNK - 1) * width, target, 0, width);
  }

  /** The number at a place of a state's row. */
  public int at(int state, int place) {
    return chunks[state >>> CHUNK_BITS][(state & CHUNK - 1) * width + place];
  }

  /** The state from which one was first reached, or -1; for the writing thread. */
  public int parent(int state) {
    return parents[state >>> CHUNK_BITS][state & CHUNK - 1];
  }

  long[] slots() {
    return slots;
  }

  /** Sees that at most half of the slots are taken once there are so many rows. */
  void reserve(int rows) {
    long[] currentSlots = slots;
    int length = currentSlots.length;
    while (2L * rows > length && length < 1 << 30) {
      length *= length < 1 << 16 ? 8 : 2;
    }
    if (length != currentSlots.length) {
      slots = spread(length);
    }
  }

  /** In the order of the old slots, of which each goes to one of few near one another. */
  private long[] spread(int length) {
    long[] old = slots;
    long[] newSlots = empty(length);
    int mask = length - 1;
    for (long entry : old) {
      if (entry != FREE) {
        int slot = home(entry, mask);
        while (newSlots[slot] != FREE) {
          slot = slot + 1 & mask;
        }
        newSlots[slot] = entry;
      }
    }
    return newSlots;
  }
}
