package dev.syncopate.machine.core;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the host has allocated, for launches that must not touch anything else. */
public final class Allocations {
  private final List<Range> ranges;
  private final long[] starts;
  private final long[] ends;

  /**
   * @param ranges ascending, none overlapping another
   */
  public Allocations(List<Range> ranges) {
    this.ranges = List.copyOf(ranges);
    starts = ranges.stream().mapToLong(Range::start).toArray();
    ends = ranges.stream().mapToLong(Range::end).toArray();
  }

  /**
   * An allocation.
   *
   * @param end first address behind it
   * @param name what a person knows it by
   */
  public record Range(long start, long end, String name) {}

  /** Null if all the bytes are in one allocation, else what is wrong, for a person. */
  @Nullable String stray(long address, int bytes) {
    int found = Arrays.binarySearch(starts, address);
    int below = found >= 0 ? found : -found - 2;
    if (below >= 0 && address + bytes <= ends[below]) {
      return null;
    }
    int above = below + 1;
    boolean nearestAbove =
        above < starts.length
            && (below < 0 || starts[above] - address - bytes < address - ends[below]);
    String what = "address 0x%x is in no allocation".formatted(address);
    if (!nearestAbove && below < 0) {
      return what;
    }
    Range near = ranges.get(nearestAbove ? above : below);
    return "%s: the access to %d bytes %s of %s (%d bytes at 0x%x)"
        .formatted(
            what,
            bytes,
            nearestAbove ? before(near, address) : past(near, address, bytes),
            near.name(),
            near.end() - near.start(),
            near.start());
  }

  private static String before(Range near, long address) {
    return "begins " + bytes(near.start() - address) + " before the start";
  }

  private static String past(Range near, long address, int bytes) {
    return address < near.end()
        ? "ends " + bytes(address + bytes - near.end()) + " past the end"
        : "begins " + bytes(address - near.end()) + " past the end";
  }

  private static String bytes(long count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }
}
