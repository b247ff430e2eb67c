package dev.syncopate.machine.sample;

import java.util.Arrays;
import java.util.function.LongToIntFunction;

/**
 * Lines that the L2 would hold: its sets, in each of which the least recently used line is
 * replaced. As many lines as a set holds are kept that it has replaced last. Each line has masks of
 * its valid and its dirty sectors.
 *
 * <pre>
 *   set s: entries 2 * ways * s ... : lines in the set, the last used first; then replaced ones
 *   states[entry] = [ dirty sectors (4 bits) | valid sectors (4) ]
 * </pre>
 */
final class RecentLines {
  /** Factor of a mask of dirty sectors that comes with one of valid sectors. */
  static final int DIRTY = 1 << 4;

  private static final long FREE = -1;

  private final LongToIntFunction set;
  private final int ways;
  private final long[] lines;
  private final byte[] states;
  private long misses;

  /**
   * @param set of a line, from 0
   * @param sets of all banks
   */
  RecentLines(LongToIntFunction set, int sets, int ways) {
    this.set = set;
    this.ways = ways;
    int entries = 2 * ways * sets;
    lines = new long[entries];
    states = new byte[entries];
    Arrays.fill(lines, FREE);
  }

  /**
   * Uses sectors of a line.
   *
   * @return the sectors that were valid before, and times {@link #DIRTY} those that were dirty
   */
  int use(long line, int sectors, boolean writes) {
    int first = 2 * ways * set.applyAsInt(line);
    int last = first + 2 * ways - 1;
    int entry = first;
    while (entry < last && lines[entry] != line && lines[entry] != FREE) {
      entry++;
    }
    boolean present = lines[entry] == line;
    boolean hits = present && entry < first + ways;
    misses += present ? 0 : 1;
    int sectorsBefore = hits ? Byte.toUnsignedInt(states[entry]) : 0;
    int moved = entry - first;
    System.arraycopy(lines, first, lines, first + 1, moved);
    System.arraycopy(states, first, states, first + 1, moved);
    lines[first] = line;
    states[first] = (byte) (sectorsBefore | sectors | (writes ? sectors * DIRTY : 0));
    return sectorsBefore;
  }

  /** Uses of lines that an L2 of twice the size would not have had. */
  long misses() {
    return misses;
  }

  /** A line's valid and dirty sectors. */
  interface LineConsumer {
    void accept(long line, int validSectors, int dirtySectors);
  }

  /** Gives all lines, of each set the least recently used first. */
  void forEach(LineConsumer consumer) {
    for (int first = 0; first < lines.length; first += 2 * ways) {
      for (int entry = first + 2 * ways - 1; entry >= first; entry--) {
        if (lines[entry] != FREE) {
          int state = Byte.toUnsignedInt(states[entry]);
          consumer.accept(lines[entry], state % DIRTY, state / DIRTY);
        }
      }
    }
  }
}
