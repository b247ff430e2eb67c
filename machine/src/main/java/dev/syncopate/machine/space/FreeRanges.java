package dev.syncopate.machine.space;

import java.util.Map;
import java.util.TreeMap;

/**
 * Stretches of device memory between allocations that may be used again: first fit, so that the
 * same calls in the same order give the same addresses.
 */
public final class FreeRanges {
  /** First address of each to the first address behind it; none borders on another. */
  private final TreeMap<Long, Long> holes = new TreeMap<>();

  /** Adds a stretch that is free again. */
  public void add(long start, long end) {
    long mergedStart = start;
    long mergedEnd = end;
    Map.Entry<Long, Long> predecessor = holes.floorEntry(start);
    if (predecessor != null && predecessor.getValue() == start) {
      mergedStart = predecessor.getKey();
    }
    Long successorEnd = holes.remove(end);
    if (successorEnd != null) {
      mergedEnd = successorEnd;
    }
    holes.put(mergedStart, mergedEnd);
  }

  /**
   * Takes a piece out of the first stretch that has room for it.
   *
   * @param bytes its size
   * @param step what its address is a multiple of
   * @return its address; 0 where no stretch has room
   */
  public long take(long bytes, long step) {
    for (Map.Entry<Long, Long> hole : holes.entrySet()) {
      long address = Math.ceilDiv(hole.getKey(), step) * step;
      if (hole.getValue() - address >= bytes) {
        cut(hole.getKey(), address, address + bytes, hole.getValue());
        return address;
      }
    }
    return 0;
  }

  private void cut(long start, long cutStart, long cutEnd, long end) {
    holes.remove(start);
    if (cutStart > start) {
      holes.put(start, cutStart);
    }
    if (end > cutEnd) {
      holes.put(cutEnd, end);
    }
  }
}
