package dev.syncopate.model.explore.table;

import java.util.Arrays;

/** Rows of bytes, each once, numbered in the order in which they came. For the writing thread. */
public final class ByteTable {
  private static final int FREE = -1;

  /** Room at first, and at most unless one row needs more. */
  private static final int FIRST = 1 << 12;

  private static final int MOST = 1 << 20;

  private byte[][] chunks = new byte[4][];
  private int chunk = -1;
  private int used;

  /** By row: which chunk it is in, and where it begins and ends there. */
  private int[] chunkNumbers = new int[16];

  private int[] begins = new int[16];
  private int[] ends = new int[16];
  private int[] hashes = new int[16];
  private int size;

  /** Numbers of rows, at most half full. */
  private int[] slots = empty(32);

  private static int[] empty(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, FREE);
    return slots;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /** The array a row is in. */
  public byte[] array(int row) {
    return chunks[chunkNumbers[row]];
  }

  /** Where a row begins. */
  public int begin(int row) {
    return begins[row];
  }

  /** The number of a row, which is new when it was {@link #size} before. */
  public int number(byte[] bytes, int length) {
    int hash = hash(bytes, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    for (int row = slots[slot]; row != FREE; row = slots[slot]) {
      if (hashes[row] == hash
          && Arrays.equals(chunks[chunkNumbers[row]], begins[row], ends[row], bytes, 0, length)) {
        return row;
      }
      slot = slot + 1 & mask;
    }
    slots[slot] = size;
    return add(bytes, length, hash);
  }

  private static int hash(byte[] bytes, int length) {
    int hash = 0;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + bytes[i];
    }
    int mixed = hash * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }

  private int add(byte[] bytes, int length, int hash) {
    if (size == begins.length) {
      chunkNumbers = Arrays.copyOf(chunkNumbers, 2 * size);
      begins = Arrays.copyOf(begins, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    if (chunk < 0 || used + length > chunks[chunk].length) {
      int room = chunk < 0 ? FIRST : Math.min(2 * chunks[chunk].length, MOST);
      if (++chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * chunk);
      }
      chunks[chunk] = new byte[Math.max(room, length)];
      used = 0;
    }
    System.arraycopy(bytes, 0, chunks[chunk], used, length);
    chunkNumbers[size] = chunk;
    begins[size] = used;
    used += length;
    ends[size] = used;
    hashes[size++] = hash;
    if (2 * size > slots.length) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    int[] newSlots = empty(4 * slots.length);
    int mask = newSlots.length - 1;
    for (int row = 0; row < size; row++) {
      int slot = hashes[row] & mask;
      while (newSlots[slot] != FREE) {
        slot = slot + 1 & mask;
      }
      newSlots[slot] = row;
    }
    slots = newSlots;
  }
}
