package dev.syncopate.memory.stress;

import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.stress.RaceFreeProgram.Location;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Pool of words for locks, barriers and counters, initially zero. Some lie between a program's
 * locations, so that they share lines with data. The rest follow the locations from a random offset
 * in a line, so that programs differ in which words share a line.
 */
final class WordPool {
  private final List<Integer> freeOffsets = new ArrayList<>();
  private int takenCount;
  private long next;

  /**
   * @param memory what is at {@link Rig#BASE}; words found in it are made zero
   */
  WordPool(List<Location> locations, byte[] memory, RandomGenerator random) {
    next = Rig.BASE + memory.length + 4L * random.nextInt(32);
    boolean[] used = new boolean[memory.length];
    for (Location location : locations) {
      int offset = (int) (location.address() - Rig.BASE);
      Arrays.fill(used, offset, offset + location.bytes() * location.elements(), true);
    }
    for (int offset = 0; offset < used.length; offset += 4) {
      if (!used[offset]
          && !used[offset + 1]
          && !used[offset + 2]
          && !used[offset + 3]
          && random.nextInt(8) == 0) {
        freeOffsets.add(offset);
        LaneBytes.put(memory, offset, 4, 0);
      }
    }
  }

  /** The address of another word. */
  long take() {
    if (takenCount < freeOffsets.size()) {
      return Rig.BASE + freeOffsets.get(takenCount++);
    }
    long word = next;
    next += 4;
    return word;
  }

  /** The address of two words that lie in one line, for an element of eight bytes. */
  long takeTwo() {
    next = next + 7 & -8;
    long words = next;
    next += 8;
    return words;
  }

  /** Where words between the locations are, from {@link Rig#BASE}. */
  List<Integer> betweenLocations() {
    return freeOffsets;
  }
}
