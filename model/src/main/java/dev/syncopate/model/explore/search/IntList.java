package dev.syncopate.model.explore.search;

import java.util.Arrays;

/** Whole numbers in a row that grows. */
final class IntList {
  private int[] elements = new int[16];
  private int size;

  void add(int element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, 2 * size);
    }
    elements[size++] = element;
  }

  int get(int index) {
    return elements[index];
  }

  void set(int index, int element) {
    elements[index] = element;
  }

  int size() {
    return size;
  }
}
