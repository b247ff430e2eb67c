package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Rows of numbers, each once, numbered in the order in which they were added. Rows are kept whole
 * and compared whole. One thread adds, others may search.
 */
public final class RowTable {
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long TAG = 0xffff_ffff_0000_0000L;
  private static final long FREE = -1;

  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Rows that there is room for at first: most tables have few. */
  private static final int FIRST = 1 << 8;

  private final int width;
  private volatile int[][] chunks = new int[4][];

  /**
   * The upper half of each row's hash, which says where the search for it begins, and its number;
   * written after the row.
   */
  private volatile long[] slots = empty(1 << 10);

  private int size;

  public RowTable(int width) {
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

  private static long hash(int place, int number) {
    long h = ((long) place << 32 | number) * 0x9E3779B97F4A7C15L;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    return h ^ h >>> 29;
  }

  /** A row's hash. */
  public static long hash(int[] row) {
    long sum = 0;
    for (int place = 0; place < row.length; place++) {
      sum += hash(place, row[place]);
    }
    return sum;
  }

  /** Where the search for a row of a hash begins. */
  private static int home(long hash, int mask) {
    return (int) (hash >>> 32) & mask;
  }

  /**
   * The number of a row, or -1.
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
  public int add(int[] row, long hash) {
    long[] currentSlots = slots;
    int mask = currentSlots.length - 1;
    long tag = hash & TAG;
    int slot = home(hash, mask);
    for (; currentSlots[slot] != FREE; slot = slot + 1 & mask) {
      if ((currentSlots[slot] & TAG) == tag && equal((int) currentSlots[slot], row)) {
        return -1 - (int) currentSlots[slot];
      }
    }
    int number = append(row);
    SLOTS.setRelease(currentSlots, slot, tag | number);
    reserve();
    return number;
  }

  private int append(int[] row) {
    int chunk = size >>> CHUNK_BITS;
    int base = (size & CHUNK - 1) * width;
    if (base == 0) {
      keep(chunk, new int[(size == 0 ? FIRST : CHUNK) * width]);
    } else if (base == chunks[chunk].length) { // the first chunk grows
      keep(0, Arrays.copyOf(chunks[0], 4 * base));
    }
    System.arraycopy(row, 0, chunks[chunk], base, width);
    return size++;
  }

  private void keep(int chunk, int[] rows) {
    int room = chunks.length;
    int[][] newChunks = Arrays.copyOf(chunks, chunk < room ? room : 2 * room);
    newChunks[chunk] = rows;
    chunks = newChunks;
  }

  private boolean equal(int number, int[] row) {
    int base = (number & CHUNK - 1) * width;
    return Arrays.equals(chunks[number >>> CHUNK_BITS], base, base + width, row, 0, width);
  }

  /** Copies a row. */
  public void load(int number, int[] target) {
    System.arraycopy(chunks[number >>> CHUNK_BITS], (number & CHUNK - 1) * width, target, 0, width);
  }

  /** The number at a place of a row. */
  public int at(int number, int place) {
    return chunks[number >>> CHUNK_BITS][(number & CHUNK - 1) * width + place];
  }

  /** Sees that at most half of the slots are taken. */
  private void reserve() {
    int length = slots.length;
    if (2L * size > length && length < 1 << 30) {
      slots = spread(length * (length < 1 << 16 ? 8 : 2));
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
