package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.cache.NumberedStoreFifo;
import java.util.ArrayList;
import java.util.List;

/**
 * The LR-TBL of an L1 (srsp §4.7): for lines released at CTA scope, the sFIFO entry up to which a
 * remote acquire must have the L1 flush. A line is here for as long as that entry is in the sFIFO.
 * With each line are its bytes that were released: others of it may be other units'.
 */
final class LrTable {
  static final long ABSENT = -1;

  private final long[] lines;
  private final long[] entries;
  private final long[] masksLow;
  private final long[] masksHigh;
  private int used;

  LrTable(int size) {
    lines = new long[size];
    entries = new long[size];
    masksLow = new long[size];
    masksHigh = new long[size];
  }

  private int find(long line) {
    for (int i = 0; i < used; i++) {
      if (lines[i] == line) {
        return i;
      }
    }
    return -1;
  }

  /** The sFIFO entry of a line, or {@link #ABSENT}. */
  long entry(long line) {
    int index = find(line);
    return index < 0 ? ABSENT : entries[index];
  }

  /** Whether bytes of a line have been released. */
  boolean released(long line, long low, long high) {
    int index = find(line);
    return index >= 0 && (low & ~masksLow[index]) == 0 && (high & ~masksHigh[index]) == 0;
  }

  /** Whether there is room for no other line. */
  boolean full() {
    return used == lines.length;
  }

  /** Maps a line of which bytes are released to an sFIFO entry, in place of an older one. */
  void put(long line, long low, long high, long entry) {
    int index = find(line);
    if (index < 0) {
      index = used++;
      lines[index] = line;
      masksLow[index] = 0;
      masksHigh[index] = 0;
    }
    entries[index] = entry;
    masksLow[index] |= low;
    masksHigh[index] |= high;
  }

  /** The oldest sFIFO entry that a line is mapped to. */
  long oldest() {
    long oldest = Long.MAX_VALUE;
    for (int i = 0; i < used; i++) {
      oldest = Math.min(oldest, entries[i]);
    }
    return oldest;
  }

  /**
   * Orders the table by line and clears what is not in use.
   *
   * @param shift how much smaller each number of an sFIFO entry has become
   */
  void canonicalize(long shift) {
    for (int i = 0; i < used; i++) {
      entries[i] -= shift;
      for (int j = i; j > 0 && lines[j - 1] > lines[j]; j--) {
        swap(j - 1, j);
      }
    }
    for (int i = used; i < lines.length; i++) {
      lines[i] = 0;
      entries[i] = 0;
      masksLow[i] = 0;
      masksHigh[i] = 0;
    }
  }

  private void swap(int i, int j) {
    for (long[] column : new long[][] {lines, entries, masksLow, masksHigh}) {
      long saved = column[i];
      column[i] = column[j];
      column[j] = saved;
    }
  }

  /** The lines that are mapped to an sFIFO entry which is not theirs. */
  List<String> checkInvariants(NumberedStoreFifo fifo) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < used; i++) {
      if (entries[i] < fifo.oldest()
          || entries[i] >= fifo.marker()
          || fifo.line(entries[i]) != lines[i]) {
        wrong.add("the LR-TBL maps line 0x%x to an sFIFO entry of another".formatted(lines[i]));
      }
    }
    return wrong;
  }

  /** The line that is mapped to an sFIFO entry, or {@link #ABSENT}. */
  long lineOf(long entry) {
    for (int i = 0; i < used; i++) {
      if (entries[i] == entry) {
        return lines[i];
      }
    }
    return ABSENT;
  }

  /** Removes a line that is mapped to an sFIFO entry. */
  void remove(long line) {
    int index = find(line);
    used--;
    lines[index] = lines[used];
    entries[index] = entries[used];
    masksLow[index] = masksLow[used];
    masksHigh[index] = masksHigh[used];
  }
}
