package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** From pairs of numbers not below 0 to numbers, by open addressing, at most half full. */
public final class PairMap {
  /** What a pair has that was not put in. */
  public static final int ABSENT = Integer.MIN_VALUE;

  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);

  /** A key and its value in turn, the value written first; -1 for no key. */
  private volatile long[] slots = empty(64);

  private int size;

  private static long[] empty(int pairs) {
    long[] slots = new long[2 * pairs];
    Arrays.fill(slots, -1);
    return slots;
  }

  /** Where a key's search begins: an even place. */
  private static int home(long key, int mask) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 31) & mask & ~1;
  }

  public int get(int a, int b) {
    long key = (long) a << 32 | b;
    long[] currentSlots = slots;
    int mask = currentSlots.length - 1;
    for (int slot = home(key, mask); ; slot = slot + 2 & mask) {
      long entry = (long) SLOTS.getAcquire(currentSlots, slot);
      if (entry == key) {
        return (int) currentSlots[slot + 1];
      } else if (entry < 0) {
        return ABSENT;
      }
    }
  }

  /** Adds a pair that is not in. */
  public void put(int a, int b, int value) {
    if (4 * size >= slots.length) {
      grow();
    }
    insert(slots, (long) a << 32 | b, value);
    size++;
  }

  private static void insert(long[] targetSlots, long key, long value) {
    int mask = targetSlots.length - 1;
    int slot = home(key, mask);
    while (targetSlots[slot] >= 0) {
      slot = slot + 2 & mask;
    }
    targetSlots[slot + 1] = value;
    SLOTS.setRelease(targetSlots, slot, key);
  }

  private void grow() {
    long[] old = slots;
    long[] newSlots = empty(old.length);
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] >= 0) {
        insert(newSlots, old[i], old[i + 1]);
      }
    }
    slots = newSlots;
  }
}
