package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** Whole numbers in a row that grows. */
public final class IntList {
  private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

  private volatile int[] elements = new int[16];
  private int size;

  public void add(int element) {
    int[] room = elements;
    if (size == room.length) {
      room = Arrays.copyOf(room, 2 * size);
      elements = room;
    }
    room[size++] = element;
  }

  public int get(int index) {
    return (int) ELEMENTS.getAcquire(elements, index);
  }

  /** Changes one; whoever reads it sees what was written before. */
  public void set(int index, int element) {
    ELEMENTS.setRelease(elements, index, element);
  }

  /** How many there are; for whoever writes. */
  public int size() {
    return size;
  }

  /** Takes all out; for whoever is alone with it. */
  public void clear() {
    size = 0;
  }
}
