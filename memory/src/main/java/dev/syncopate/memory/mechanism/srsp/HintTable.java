package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.mechanism.promotion.FlushHints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** The L1 that last had something to flush, for each line; direct-mapped by line number. */
final class HintTable {
  static final int NONE = FlushHints.NONE;

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

  /**
   * The lines whose L1 is not one.
   *
   * @param isTile whether a number is that of an L1 that may be asked
   */
  List<String> checkInvariants(IntPredicate isTile) {
    List<String> wrong = new ArrayList<>();
    for (int slot = 0; slot < lines.length; slot++) {
      if (tiles[slot] != NONE && !isTile.test(tiles[slot])) {
        wrong.add("line 0x%x has tile %d for a hint".formatted(lines[slot], tiles[slot]));
      }
    }
    return wrong;
  }

  void put(long line, long number, int tile) {
    int slot = slot(number);
    lines[slot] = line;
    tiles[slot] = tile;
  }
}
