package dev.syncopate.check.confluence;

import java.util.Arrays;

/** Sets of events as ascending arrays that are never changed. */
final class Frontier {
  static final int[] EMPTY = {};

  private Frontier() {}

  /** The events of either; one of the two arrays if it has all. */
  @SuppressWarnings("ReferenceEquality") // a shortcut: equal arrays give the same
  static int[] union(int[] a, int[] b) {
    if (a == b || b.length == 0) {
      return a;
    }
    if (a.length == 0) {
      return b;
    }
    int[] merged = new int[a.length + b.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length) {
      int next = Math.min(a[i], b[j]);
      i += a[i] == next ? 1 : 0;
      j += b[j] == next ? 1 : 0;
      merged[count++] = next;
    }
    while (i < a.length) {
      merged[count++] = a[i++];
    }
    while (j < b.length) {
      merged[count++] = b[j++];
    }
    if (count == a.length) {
      return a;
    }
    return count == b.length ? b : Arrays.copyOf(merged, count);
  }
}
