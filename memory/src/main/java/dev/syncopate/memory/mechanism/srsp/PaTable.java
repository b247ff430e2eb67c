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

  /** Whether a line is here or can be put in. */
  boolean hasRoomFor(long line) {
    return used < lines.length || contains(line);
  }

  /** Puts a line in that is not here. */
  void add(long line) {
    lines[used++] = line;
  }

  /** The line that was put in last. */
  long last() {
    return lines[used - 1];
  }

  /** Removes a line. */
  void remove(long line) {
    for (int i = 0; i < used; i++) {
      if (lines[i] == line) {
        lines[i] = lines[--used];
        return;
      }
    }
  }

  /** Orders the table by line and clears what is not in use. */
  void canonicalize() {
    Arrays.sort(lines, 0, used);
    Arrays.fill(lines, used, lines.length, 0);
  }
}
