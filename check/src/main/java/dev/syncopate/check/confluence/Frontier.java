package dev.syncopate.check.confluence;

import java.util.Arrays;

/** Sets of events as ascending arrays that are never changed. */
final class Frontier {
  static final int[] EMPTY = {};

  private Frontier() {}

  /** The events of either; one of the two arrays if it has all. */
  @SuppressWarnings("ReferenceEquality") // a shortcut: equal arrays give the same
  static int[] union(int[] left, int[] right) {
    if (left == right || right.length == 0) {
      return left;
    }
    if (left.length == 0) {
      return right;
    }
    int[] merged = new int[left.length + right.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < left.length && j < right.length) {
      int next = Math.min(left[i], right[j]);
      i += left[i] == next ? 1 : 0;
      j += right[j] == next ? 1 : 0;
      merged[count++] = next;
    }
    while (i < left.length) {
      merged[count++] = left[i++];
    }
    while (j < right.length) {
      merged[count++] = right[j++];
    }
    if (count == left.length) {
      return left;
    }
    return count == right.length ? right : Arrays.copyOf(merged, count);
  }
}
