package dev.syncopate.memory.protocol.srsp;

import java.util.Arrays;

/** Which L1 last had something to flush for a line; direct-mapped by line number. */
final class HintTable {
  static final int NONE = -1;

  private final long[] lines;
  private final int[] tiles;

  HintTable(int entries) {
    lines = new long[entries];
    tiles = new int[entries];
    Arrays.fill(tiles, NONE);
  }

  private int slot(long number) {
    return (int) (number % lines.length);
  }

  /** The L1 remembered for a line, or {@link #NONE}. */
  int get(long line, long number) {
    int slot = slot(number);
    return lines[slot] == line ? tiles[slot] : NONE;
  }

  void put(long line, long number, int tile) {
    int slot = slot(number);
    lines[slot] = line;
    tiles[slot] = tile;
  }
}
