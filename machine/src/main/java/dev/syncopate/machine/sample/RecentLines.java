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
 * </pre>
 */
final class RecentLines {
  /** Factor of a mask of dirty sectors that comes with one of valid sectors. */
  static final int DIRTY = 1 << 4;

  private static final long FREE = -1;

  private final LongToIntFunction set;
  private final int ways;
  private final long[] lines;
  private final byte[] valid;
  private final byte[] dirty;
  private final int[] launch;

  /**
   * @param set of a line, from 0
   * @param sets of all banks
   */
  RecentLines(LongToIntFunction set, int sets, int ways) {
    this.set = set;
    this.ways = ways;
    int entries = 2 * ways * sets;
    lines = new long[entries];
    valid = new byte[entries];
    dirty = new byte[entries];
    launch = new int[entries];
    Arrays.fill(lines, FREE);
  }

  /**
   * Uses sectors of a line.
   *
   * @param number of the launch that uses it
   * @return the sectors that were valid before, and times {@link #DIRTY} those that were dirty
   */
  int use(long line, int sectors, boolean writes, int number) {
    int first = 2 * ways * set.applyAsInt(line);
    int last = first + 2 * ways - 1;
    int entry = first;
    while (entry < last && lines[entry] != line && lines[entry] != FREE) {
      entry++;
    }
    boolean hits = lines[entry] == line && entry < first + ways;
    int validBefore = hits ? valid[entry] : 0;
    int dirtyBefore = hits ? dirty[entry] : 0;
    int moved = entry - first;
    System.arraycopy(lines, first, lines, first + 1, moved);
    System.arraycopy(valid, first, valid, first + 1, moved);
    System.arraycopy(dirty, first, dirty, first + 1, moved);
    System.arraycopy(launch, first, launch, first + 1, moved);
    lines[first] = line;
    valid[first] = (byte) (validBefore | sectors);
    dirty[first] = (byte) (dirtyBefore | (writes ? sectors : 0));
    launch[first] = number;
    return validBefore | dirtyBefore * DIRTY;
  }

  /** A line's valid and dirty sectors. */
  interface LineConsumer {
    void accept(long line, int validSectors, int dirtySectors);
  }

  /**
   * Gives all lines, of each set the least recently used first.
   *
   * @param sinceLaunch only those that a launch of this or a later number has used
   */
  void forEach(int sinceLaunch, LineConsumer consumer) {
    for (int first = 0; first < lines.length; first += 2 * ways) {
      for (int entry = first + 2 * ways - 1; entry >= first; entry--) {
        if (lines[entry] != FREE && launch[entry] >= sinceLaunch) {
          consumer.accept(lines[entry], valid[entry], dirty[entry]);
        }
      }
    }
  }
}
