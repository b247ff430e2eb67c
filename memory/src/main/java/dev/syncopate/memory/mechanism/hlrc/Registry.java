package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.protocol.L2Controller;
import java.util.Arrays;

/**
 * Registry of a bank: for each frame, the node of the L1 that holds the line's registration. A line
 * without a frame is registered nowhere: the L2 is inclusive of registered lines.
 */
final class Registry {
  static final int NOBODY = L2Controller.NOBODY;

  private final L2Cache cache;
  private final int[] holders;

  /** Of a frame with a holder: its line. */
  private final long[] lines;

  Registry(L2Cache cache) {
    this.cache = cache;
    holders = new int[cache.frames()];
    lines = new long[cache.frames()];
    Arrays.fill(holders, NOBODY);
  }

  /** The number of the node that a line is registered with, or {@link #NOBODY}. */
  int holder(long line) {
    int frame = cache.frame(line);
    return frame == CacheArray.NONE ? NOBODY : holders[frame];
  }

  /** A line that has a frame is registered with a node. */
  void set(long line, int holder) {
    int frame = cache.frame(line);
    holders[frame] = holder;
    lines[frame] = line;
  }

  /** Clears a line's registration; returns the node that held it. */
  int take(long line) {
    int frame = cache.frame(line);
    if (frame == CacheArray.NONE) {
      return NOBODY;
    }
    int holder = holders[frame];
    holders[frame] = NOBODY;
    lines[frame] = 0;
    return holder;
  }

  void holds(OwnershipBalance holdings) {
    for (int frame = 0; frame < holders.length; frame++) {
      if (holders[frame] != NOBODY) {
        holdings.add(lines[frame], HlrcMessage.REGISTRATION, -1);
      }
    }
  }

  /**
   * Lines change their frames.
   *
   * @param change changes them
   */
  void rebuild(Runnable change) {
    int[] oldHolders = holders.clone();
    long[] oldLines = lines.clone();
    Arrays.fill(holders, NOBODY);
    Arrays.fill(lines, 0);
    change.run();
    for (int frame = 0; frame < oldHolders.length; frame++) {
      if (oldHolders[frame] != NOBODY) {
        set(oldLines[frame], oldHolders[frame]);
      }
    }
  }
}
