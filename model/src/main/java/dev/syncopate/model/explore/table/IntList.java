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

  /** Changes one; a thread that reads it sees all earlier writes. */
  public void set(int index, int element) {
    ELEMENTS.setRelease(elements, index, element);
  }

  /** How many there are; for the writing thread. */
  public int size() {
    return size;
  }

  /** Takes all out; for a thread with exclusive access. */
  public void clear() {
    size = 0;
  }
}
