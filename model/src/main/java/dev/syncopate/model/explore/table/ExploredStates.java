package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * States of the machine: packed rows of numbers, each once, in the order in which they were found,
 * with the state each was first reached from. Rows are kept whole and compared whole.
 *
 * <p>A slot of the hash table has the low bits of a state's number + 1, and above them a tag: as
 * many bits of the row's hash as there is room for. A free slot is 0.
 *
 * <pre>
 *   slot     tag, 32 - n bits | number + 1, n bits       of a table with 2^n slots
 * </pre>
 */
public final class ExploredStates {
  static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(int[].class);
  static final int FREE = 0;

  static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Rows that there is room for at first: most tests have few states. */
  private static final int FIRST = 1 << 8;

  /** Rows whose slots are looked for together. */
  private static final int SEVERAL = 64;

  private static final int FIRST_SLOT_BITS = 10;
  private static final int MOST_SLOT_BITS = 30;

  private RowLayout layout;

  /** Words of a row. */
  private int width;

  private long[][] chunks = new long[4][];
  private int[][] parents = new int[4][];
  private int slotBits = FIRST_SLOT_BITS;
  private int[] slots = new int[1 << FIRST_SLOT_BITS];
  private int size;

  /**
   * @param layout of the rows
   */
  public ExploredStates(RowLayout layout) {
    this.layout = layout;
    width = layout.words();
  }

  /** How the rows are packed. */
  public RowLayout layout() {
    return layout;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  // ---- hashing ----

  /**
   * The hash of a row.
   *
   * @param offset of its first word
   */
  public long hash(long[] rows, int offset) {
    long hash = 0;
    for (int i = 0; i < width; i++) {
      hash = (hash ^ rows[offset + i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return hash * 0xD6E8FEB86659FD93L;
  }

  /**
   * Hashes rows and reads what a search for each will read first: the reads do not depend on one
   * another, so the processor waits for many of them at once.
   *
   * @param rows one behind the other
   * @param hashes receives the hash of each
   * @return of no meaning, but different for what was read, which keeps the reads from being left
   *     out
   */
  public long touch(long[] rows, int count, long[] hashes) {
    long read = 0;
    for (int i = 0; i < count; i++) {
      hashes[i] = hash(rows, i * width);
    }
    for (int i = 0; i < count; i++) {
      int entry = slots[home(hashes[i])];
      int state = number(entry);
      if (hasTag(entry, tag(hashes[i])) && state >= 0 && state < size) {
        read += chunks[state >>> CHUNK_BITS][(state & CHUNK - 1) * width];
      }
    }
    return read;
  }

  /** Where the search for a row begins: the hash's highest bits. */
  int home(long hash) {
    return (int) (hash >>> (Long.SIZE - slotBits));
  }

  /** The tag of a row, in its place: bits of the hash below those of {@link #home}. */
  int tag(long hash) {
    return (int) (hash >>> (Integer.SIZE - slotBits)) & tagMask();
  }

  private int tagMask() {
    return -1 << slotBits;
  }

  int[] slots() {
    return slots;
  }

  /** The number in an entry of a slot. */
  int number(int entry) {
    return (entry & ~tagMask()) - 1;
  }

  boolean hasTag(int entry, int tag) {
    return (entry & tagMask()) == tag;
  }

  // ---- searching and adding ----

  /** The number of the state that a row is, or -1. */
  public int find(long[] row) {
    long hash = hash(row, 0);
    int tag = tag(hash);
    int mask = slots.length - 1;
    for (int slot = home(hash); ; slot = slot + 1 & mask) {
      int entry = slots[slot];
      if (entry == FREE) {
        return -1;
      } else if (hasTag(entry, tag) && equal(number(entry), row, 0)) {
        return number(entry);
      }
    }
  }

  /**
   * Adds a row.
   *
   * @return the number of a row that is new, or -1 - the number of one that is known
   */
  public int add(long[] row, int parent) {
    return add(row, 0, hash(row, 0), parent);
  }

  /**
   * Adds a row.
   *
   * @param offset of its first word
   * @param hash of the row
   * @return the number of a row that is new, or -1 - the number of one that is known
   */
  public int add(long[] rows, int offset, long hash, int parent) {
    int tag = tag(hash);
    int mask = slots.length - 1;
    int slot = home(hash);
    for (int entry = slots[slot]; entry != FREE; entry = slots[slot]) {
      if (hasTag(entry, tag) && equal(number(entry), rows, offset)) {
        return -1 - number(entry);
      }
      slot = slot + 1 & mask;
    }
    int state = size;
    extend(size + 1);
    put(state, rows, offset, parent);
    slots[slot] = tag | (state + 1);
    reserve(size);
    return state;
  }

  /** Makes room for states up to a number, whose rows are to be put. */
  void extend(int newSize) {
    for (int chunk = size >>> CHUNK_BITS; chunk << CHUNK_BITS < newSize; chunk++) {
      int rows = rows(newSize - (chunk << CHUNK_BITS));
      if (chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * chunk);
        parents = Arrays.copyOf(parents, 2 * chunk);
      }
      if (chunks[chunk] == null) {
        chunks[chunk] = new long[rows * width];
        parents[chunk] = new int[rows];
      } else if (parents[chunk].length < rows) {
        chunks[chunk] = Arrays.copyOf(chunks[chunk], rows * width);
        parents[chunk] = Arrays.copyOf(parents[chunk], rows);
      }
    }
    size = newSize;
  }

  /** Rows of a chunk that has room for at least so many, or is a whole one. */
  private int rows(int needed) {
    int rows = size < CHUNK ? FIRST : CHUNK;
    while (rows < needed && rows < CHUNK) {
      rows *= 4;
    }
    return rows;
  }

  /** Puts a row at a number that there is room for. */
  void put(int state, long[] rows, int offset, int parent) {
    long[] chunk = chunks[state >>> CHUNK_BITS];
    int row = state & CHUNK - 1;
    System.arraycopy(rows, offset, chunk, row * width, width);
    parents[state >>> CHUNK_BITS][row] = parent;
  }

  /** Changes the entry of a row, which is new, to its number. */
  void number(int slot, int state) {
    slots[slot] = (slots[slot] & tagMask()) | (state + 1);
  }

  boolean equal(int state, long[] rows, int offset) {
    return equal(chunks[state >>> CHUNK_BITS], (state & CHUNK - 1) * width, rows, offset);
  }

  boolean equal(long[] knownRows, int knownOffset, long[] rows, int offset) {
    for (int i = 0; i < width; i++) {
      if (knownRows[knownOffset + i] != rows[offset + i]) {
        return false;
      }
    }
    return true;
  }

  // ---- states ----

  /** Copies a state's row as it is packed. */
  public void load(int state, long[] target) {
    System.arraycopy(chunks[state >>> CHUNK_BITS], (state & CHUNK - 1) * width, target, 0, width);
  }

  /** Copies the numbers of a state's row. */
  public void load(int state, int[] target) {
    for (int place = 0; place < target.length; place++) {
      target[place] = at(state, place);
    }
  }

  /** The number at a place of a state's row. */
  public int at(int state, int place) {
    return layout.get(chunks[state >>> CHUNK_BITS], (state & CHUNK - 1) * width, place);
  }

  /** The state from which one was first reached, or -1. */
  public int parent(int state) {
    return parents[state >>> CHUNK_BITS][state & CHUNK - 1];
  }

  // ---- room ----

  /** Bits of a number of slots, of which two thirds at most are taken by so many rows. */
  private static int bits(int rows) {
    int bits = FIRST_SLOT_BITS;
    while (bits < MOST_SLOT_BITS && 3L * rows > 2L << bits) {
      bits++;
    }
    return bits;
  }

  /** Sees that there are slots for so many rows. */
  void reserve(int rows) {
    int needed = bits(rows);
    if (needed > slotBits) {
      slotBits = needed;
      spread();
    }
  }

  /** Fills new slots, by several threads: each row goes to the first free slot that it finds. */
  private void spread() {
    int[] newSlots = new int[1 << slotBits];
    boolean exclusive = ParallelLoop.threads() == 1;
    ParallelLoop.run(chunkCount(), chunk -> spread(chunk, newSlots, exclusive));
    slots = newSlots;
  }

  /**
   * Fills slots with the rows of a chunk, some rows at a time: first the slots are read at which
   * the searches begin, since these reads do not depend on one another.
   */
  private void spread(int chunk, int[] newSlots, boolean exclusive) {
    int mask = newSlots.length - 1;
    int first = chunk << CHUNK_BITS;
    int end = Math.min(size, first + CHUNK);
    long[] hashes = new long[SEVERAL];
    for (int group = first; group < end; group += SEVERAL) {
      int count = Math.min(SEVERAL, end - group);
      for (int i = 0; i < count; i++) {
        hashes[i] = hash(chunks[chunk], (group + i - first) * width);
        int _ = (int) SLOTS.getOpaque(newSlots, home(hashes[i]));
      }
      for (int i = 0; i < count; i++) {
        int entry = tag(hashes[i]) | (group + i + 1);
        int slot = home(hashes[i]);
        while (!put(newSlots, slot, entry, exclusive)) {
          slot = slot + 1 & mask;
        }
      }
    }
  }

  /** Whether an entry was put into a slot, which was free. */
  private static boolean put(int[] slots, int slot, int entry, boolean exclusive) {
    if (!exclusive) {
      return SLOTS.compareAndSet(slots, slot, FREE, entry);
    }
    boolean free = slots[slot] == FREE;
    if (free) {
      slots[slot] = entry;
    }
    return free;
  }

  private int chunkCount() {
    return (size + CHUNK - 1) >>> CHUNK_BITS;
  }

  /** Packs all rows anew; forgets what else is in the slots. */
  public void pack(RowLayout newLayout) {
    int newWidth = newLayout.words();
    ParallelLoop.run(chunkCount(), chunk -> chunks[chunk] = packed(chunk, newLayout, newWidth));
    for (int chunk = chunkCount(); chunk < chunks.length; chunk++) {
      chunks[chunk] = null;
      parents[chunk] = null;
    }
    layout = newLayout;
    width = newWidth;
    spread();
  }

  private long[] packed(int chunk, RowLayout newLayout, int newWidth) {
    int room = parents[chunk].length;
    int rows = Math.min(room, size - (chunk << CHUNK_BITS));
    long[] packed = newWidth == width ? chunks[chunk] : new long[room * newWidth];
    newLayout.pack(layout, chunks[chunk], rows, packed);
    return packed;
  }
}
