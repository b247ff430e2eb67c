package dev.syncopate.machine.core;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the host has allocated, for launches that must not touch anything else. */
public final class Allocations {
  private final long[] starts;
  private final long[] ends;

  /**
   * @param ranges first and last-plus-one addresses, ascending, none overlapping another
   */
  public Allocations(List<Range> ranges) {
    starts = ranges.stream().mapToLong(Range::start).toArray();
    ends = ranges.stream().mapToLong(Range::end).toArray();
  }

  /**
   * An allocation.
   *
   * @param end first address behind it
   */
  public record Range(long start, long end) {}

  /** Null if all the bytes are in one allocation, else what is wrong, for a person. */
  @Nullable String stray(long address, int bytes) {
    int found = Arrays.binarySearch(starts, address);
    int below = found >= 0 ? found : -found - 2;
    if (below >= 0 && address + bytes <= ends[below]) {
      return null;
    }
    String what = "address 0x%x is in no allocation".formatted(address);
    return below < 0
        ? what
        : "%s: it is %d bytes behind the start of one of %d bytes at 0x%x"
            .formatted(what, address - starts[below], ends[below] - starts[below], starts[below]);
  }
}
