package dev.syncopate.memory.cache;

import java.util.Arrays;

/**
 * Miss status holding registers: which of them is in use for which line. The other contents of an
 * entry are in the controller's arrays, indexed by entry.
 *
 * <p>An open-addressing hash table, at most half full, with backward-shift deletion: a search
 * allocates nothing and meets no tombstones. An entry that is <em>unlinked</em> stays in use but is
 * found no more. A slot holds the entry's number and the upper bits of its line's hash. A search
 * for an absent line therefore mostly ends in the host cache line where it began:
 *
 * <pre>
 *   slots[s] = [ 0 | hash (31 - n bits) | entry (n bits) ], or -1     home of a hash = its lowest bits
 * </pre>
 */
public final class MissTable {
  /** No entry. */
  public static final int NONE = -1;

  private static final long FREE = -1;

  private final long[] line;
  private final boolean[] linked;

  /** Free entries are {@code free[0 .. freeCount)}. */
  private final int[] free;

  private int freeCount;
  private final int[] slots;

  /**
   * Which slots are in use, a bit each. A search for a line without an entry, as most are, mostly
   * ends here, and looks at one line of the host's cache where the slots of a table fill dozens.
   */
  private final long[] usedSlots;

  private final int slotMask;

  /** Bits of an entry's number. */
  private final int entryBits;

  public MissTable(int entries) {
    line = new long[entries];
    Arrays.fill(line, FREE);
    linked = new boolean[entries];
    free = new int[entries];
    for (int i = 0; i < entries; i++) {
      free[i] = entries - 1 - i;
    }
    freeCount = entries;
    int size = Math.max(4, Integer.highestOneBit(2 * entries - 1) << 1);
    slots = new int[size];
    Arrays.fill(slots, NONE);
    usedSlots = new long[(size + Long.SIZE - 1) / Long.SIZE];
    slotMask = size - 1;
    entryBits = Integer.SIZE - Integer.numberOfLeadingZeros(entries);
  }

  /** The linked entry of a line, or {@link #NONE}. */
  public int find(long lineAddress) {
    int hash = hash(lineAddress);
    for (int slot = home(hash); isTaken(slot); slot = slot + 1 & slotMask) {
      int packed = slots[slot];
      if ((packed ^ hash) >>> entryBits == 0 && line[entry(packed)] == lineAddress) {
        return entry(packed);
      }
    }
    return NONE;
  }

  private boolean isTaken(int slot) {
    return (usedSlots[slot >> 6] >>> slot & 1) != 0;
  }

  /** Takes a free entry for a line that no linked entry has. */
  public int allocate(long forLine) {
    if (full()) {
      throw new IllegalStateException("every MSHR is in use");
    }
    int entry = free[--freeCount];
    line[entry] = forLine;
    link(entry);
    return entry;
  }

  private void link(int entry) {
    linked[entry] = true;
    int hash = hash(line[entry]);
    int slot = home(hash);
    while (isTaken(slot)) {
      slot = slot + 1 & slotMask;
    }
    slots[slot] = hash | entry;
    usedSlots[slot >> 6] |= 1L << slot;
  }

  /** Lets a linked entry be found no more; it stays in use. */
  public void unlink(int entry) {
    int packed = hash(line[entry]) | entry;
    int slot = home(packed);
    while (slots[slot] != packed) {
      slot = slot + 1 & slotMask;
    }
    linked[entry] = false;
    int hole = slot;
    for (int probe = slot + 1 & slotMask; isTaken(probe); probe = probe + 1 & slotMask) {
      if ((probe - home(slots[probe]) & slotMask) >= (probe - hole & slotMask)) {
        slots[hole] = slots[probe];
        hole = probe;
      }
    }
    slots[hole] = NONE;
    usedSlots[hole >> 6] &= ~(1L << hole);
  }

  /** Gives an entry back, unlinking it when needed. */
  public void release(int entry) {
    if (linked[entry]) {
      unlink(entry);
    }
    line[entry] = FREE;
    free[freeCount++] = entry;
  }

  public boolean full() {
    return freeCount == 0;
  }

  /** Entries in use. */
  public int used() {
    return line.length - freeCount;
  }

  /** All entries, in use or not. */
  public int entries() {
    return line.length;
  }

  public boolean inUse(int entry) {
    return line[entry] != FREE;
  }

  public boolean linked(int entry) {
    return linked[entry];
  }

  /** The line of an entry in use. */
  public long line(int entry) {
    return line[entry];
  }

  /**
   * Orders what is free and how entries are found as if they had been taken by their numbers:
   * tables that will behave alike are alike afterwards.
   */
  public void canonicalize() {
    Arrays.fill(free, 0);
    Arrays.fill(slots, NONE);
    Arrays.fill(usedSlots, 0);
    int count = 0;
    for (int entry = line.length - 1; entry >= 0; entry--) {
      if (line[entry] == FREE) {
        linked[entry] = false;
        free[count++] = entry;
      }
    }
    for (int entry = 0; entry < line.length; entry++) {
      if (linked[entry]) {
        link(entry);
      }
    }
  }

  /** Bits of a line's hash that a slot holds with the entry's number. */
  private int hash(long lineAddress) {
    return (int) ((lineAddress * 0x9E3779B97F4A7C15L) >>> 33) >>> entryBits << entryBits;
  }

  private int home(int packed) {
    return packed >>> entryBits & slotMask;
  }

  private int entry(int packed) {
    return packed & (1 << entryBits) - 1;
  }
}
