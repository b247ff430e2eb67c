package dev.syncopate.memory.mechanism.srsp;

import java.util.Arrays;

/** The PA-TBL of an L1 (srsp §4.7): lines whose next CTA-scoped acquire is promoted. */
final class PaTable {
  private final long[] lines;
  private int used;

  PaTable(int size) {
    lines = new long[size];
  }

  boolean isEmpty() {
    return used == 0;
  }

  boolean contains(long line) {
    for (int i = 0; i < used; i++) {
      if (lines[i] == line) {
        return true;
      }
    }
    return false;
  }

  /** Puts a line in; false when there is no room for it. */
  boolean add(long line) {
    if (contains(line)) {
      return true;
    }
    if (used == lines.length) {
      return false;
    }
    lines[used++] = line;
    return true;
  }

  /** Orders the table by line and clears what is not in use. */
  void canonicalize() {
    Arrays.sort(lines, 0, used);
    Arrays.fill(lines, used, lines.length, 0);
  }

  void clear() {
    used = 0;
  }
}
