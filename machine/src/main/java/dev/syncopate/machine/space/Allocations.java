package dev.syncopate.machine.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Allocations of the host, ascending and disjoint. */
public final class Allocations {
  private final List<Range> ranges = new ArrayList<>();

  /** What has been removed and not been used again, by first address. */
  private final TreeMap<Long, Range> removed = new TreeMap<>();

  /**
   * An allocation.
   *
   * @param end first address behind it
   * @param name what the host calls it, as in {@code buffer 3}
   * @param ofHost whether the host maps it, too, and may write it at any time
   */
  public record Range(long start, long end, String name, boolean ofHost) {
    /** Memory of the device alone. */
    public Range(long start, long end, String name) {
      this(start, end, name, false);
    }

    /** How far an address is from the bytes of the allocation; 0 for one of them. */
    long distance(long address) {
      return address < start ? start - address : Math.max(0, address - end + 1);
    }
  }

  /**
   * Adds an allocation.
   *
   * @throws IllegalArgumentException when it overlaps another
   */
  public void add(Range range) {
    int below = below(range.start());
    if (below >= 0 && range.start() < ranges.get(below).end()) {
      throw new IllegalArgumentException(range + " overlaps " + ranges.get(below));
    }
    if (below + 1 < ranges.size() && range.end() > ranges.get(below + 1).start()) {
      throw new IllegalArgumentException(range + " overlaps " + ranges.get(below + 1));
    }
    ranges.add(below + 1, range);
    Map.Entry<Long, Range> predecessor = removed.lowerEntry(range.end());
    while (predecessor != null && predecessor.getValue().end() > range.start()) {
      removed.remove(predecessor.getKey());
      predecessor = removed.lowerEntry(range.end());
    }
  }

  /** What an address was part of, and is not since that has been removed; null for nothing. */
  public @Nullable Range removed(long address) {
    Map.Entry<Long, Range> predecessor = removed.floorEntry(address);
    return predecessor != null && address < predecessor.getValue().end()
        ? predecessor.getValue()
        : null;
  }

  /**
   * Removes an allocation.
   *
   * @param start its first address
   * @throws IllegalArgumentException when none begins there
   */
  public void remove(long start) {
    int below = below(start);
    if (below < 0 || ranges.get(below).start() != start) {
      throw new IllegalArgumentException("no allocation begins at 0x%x".formatted(start));
    }
    removed.put(start, ranges.remove(below));
  }

  /** The allocation that has an address, or null. */
  public @Nullable Range containing(long address) {
    int below = below(address);
    return below >= 0 && address < ranges.get(below).end() ? ranges.get(below) : null;
  }

  /** The allocation whose bytes are closest to an address, of two the first; null without any. */
  @Nullable Range nearest(long address) {
    int below = below(address);
    if (below < 0) {
      return ranges.isEmpty() ? null : ranges.getFirst();
    }
    Range first = ranges.get(below);
    Range second = below + 1 < ranges.size() ? ranges.get(below + 1) : first;
    return second.distance(address) < first.distance(address) ? second : first;
  }

  /** The number of the last allocation that starts no later than at an address, or -1. */
  private int below(long address) {
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ranges.get(middle).start() <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
