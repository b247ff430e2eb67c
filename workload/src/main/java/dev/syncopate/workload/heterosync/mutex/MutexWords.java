package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.workload.heterosync.UnitGrid;
import java.util.Arrays;

/**
 * Lock words in the layout of {@code heterosync_mutex.cu}: an array of heads, one of tails and one
 * of rings. Mutex m has a word for each unit in the first two, the unit's at m × units + unit, so
 * that units' locks share lines.
 *
 * @param units that take part
 * @param slots of a ring
 */
record MutexWords(int units, int slots) {
  private static final int NOT_YET = -1;

  /** CTAs of 32 threads that a unit of 1,024 threads holds. */
  private static final int RESIDENT = 32;

  /** For the CTAs of a grid. */
  static MutexWords of(UnitGrid grid) {
    return new MutexWords(grid.units(), grid.units() * Math.max(RESIDENT, grid.ctas()));
  }

  /** Words of the array of heads, and of that of tails; all zero before the first visit. */
  int words() {
    return MutexKind.numbers() * units;
  }

  /** Words of all rings. */
  long ringWords() {
    return (long) words() * slots;
  }

  /** The rings before the first visit: slot 0 may enter. */
  int[] freshRings() {
    int[] rings = new int[(int) ringWords()];
    Arrays.fill(rings, NOT_YET);
    for (int offset = 0; offset < rings.length; offset += slots) {
      rings[offset] = 1;
    }
    return rings;
  }
}
