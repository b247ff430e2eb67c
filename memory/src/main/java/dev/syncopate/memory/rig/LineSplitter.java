package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LineBytes;
import java.util.ArrayList;
import java.util.List;

/** Splits accesses into lines the simplest way. */
public final class LineSplitter {
  private LineSplitter() {}

  /** Sets {@code access.lines}. */
  public static void split(WarpAccess access, int lineBytes) {
    List<LineAccess> lines = new ArrayList<>();
    long remaining = access.lanes;
    while (remaining != 0) {
      int firstLane = Long.numberOfTrailingZeros(remaining);
      long line = access.address[firstLane] & -lineBytes;
      long lanes = 0;
      long low = 0;
      long high = 0;
      for (long rest = remaining; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        if ((access.address[lane] & -lineBytes) == line) {
          lanes |= 1L << lane;
          int start = (int) (access.address[lane] - line);
          low |= LineBytes.rangeLow(start, access.operation.bytesPerLane());
          high |= LineBytes.rangeHigh(start, access.operation.bytesPerLane());
        }
      }
      lines.add(new LineAccess(access, line, lanes, low, high));
      remaining &= ~lanes;
    }
    access.lines = lines.toArray(LineAccess[]::new);
  }
}
