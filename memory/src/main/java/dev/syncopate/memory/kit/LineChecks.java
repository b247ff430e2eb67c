package dev.syncopate.memory.kit;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.StoreFifo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;

/** Invariants of the lines of a cache and its sFIFO. */
public final class LineChecks {
  private LineChecks() {}

  /**
   * What does not hold.
   *
   * @param find the frame of a line
   */
  public static List<String> checkInvariants(
      CacheArray array, StoreFifo fifo, LongToIntFunction find) {
    List<String> wrong = new ArrayList<>();
    int dirty = 0;
    for (int frame = 0; frame < array.frames(); frame++) {
      if (!array.live(frame)) {
        continue;
      }
      long line = array.line(frame);
      String name = "line 0x" + Long.toHexString(line);
      if (find.applyAsInt(line) != frame) {
        wrong.add(name + " is in two frames");
      }
      if ((array.dirtyLow(frame) & ~array.validLow(frame)) != 0
          || (array.dirtyHigh(frame) & ~array.validHigh(frame)) != 0) {
        wrong.add(name + " has dirty bytes that are not valid");
      }
      if (array.dirty(frame)) {
        dirty++;
        if (!fifo.holds(line)) {
          wrong.add(name + " is dirty and not in the sFIFO");
        }
      }
    }
    if (dirty != array.dirtyLines()) {
      wrong.add(dirty + " lines are dirty, " + array.dirtyLines() + " are counted");
    }
    return wrong;
  }
}
