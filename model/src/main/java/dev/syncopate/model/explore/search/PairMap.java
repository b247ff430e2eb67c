package dev.syncopate.model.explore.search;

import java.util.Arrays;

/** From pairs of numbers not below 0 to numbers, by open addressing, at most half full. */
final class PairMap {
  /** What a pair has that was not put in. */
  static final int ABSENT = Integer.MIN_VALUE;

  private long[] keys = new long[64];
  private int[] values = new int[64];
  private int size;

  PairMap() {
    Arrays.fill(keys, -1);
  }

  private static int home(long key, int mask) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & mask;
  }

  int get(int a, int b) {
    long key = (long) a << 32 | b;
    int mask = keys.length - 1;
    for (int slot = home(key, mask); ; slot = slot + 1 & mask) {
      if (keys[slot] == key) {
        return values[slot];
      } else if (keys[slot] < 0) {
        return ABSENT;
      }
    }
  }

  /** Adds a pair that is not in. */
  void put(int a, int b, int value) {
    if (2 * size >= keys.length) {
      grow();
    }
    insert((long) a << 32 | b, value);
    size++;
  }

  private void insert(long key, int value) {
    int mask = keys.length - 1;
    int slot = home(key, mask);
    while (keys[slot] >= 0) {
      slot = slot + 1 & mask;
    }
    keys[slot] = key;
    values[slot] = value;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[2 * oldKeys.length];
    Arrays.fill(keys, -1);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] >= 0) {
        insert(oldKeys[i], oldValues[i]);
      }
    }
  }

  int size() {
    return size;
  }
}
