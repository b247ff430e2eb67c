package dev.syncopate.check.trace.sync;

import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The latest synchronising operations on each line: what other units do for it is for them. */
final class LatestLineSyncs {
  private static final int KEPT = 4;

  private final Map<Long, ArrayDeque<IssueMoment>> byLine = new HashMap<>();
  private final int lineBytes;

  LatestLineSyncs(int lineBytes) {
    this.lineBytes = lineBytes;
  }

  void issued(WarpAccess access, IssueMoment moment) {
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      long line = access.address[Long.numberOfTrailingZeros(rest)] & -lineBytes;
      ArrayDeque<IssueMoment> moments = byLine.computeIfAbsent(line, missing -> new ArrayDeque<>());
      if (!moment.equals(moments.peekFirst())) {
        moments.addFirst(moment);
        if (moments.size() > KEPT) {
          moments.removeLast();
        }
      }
    }
  }

  /** The latest of another unit; null for none. */
  @Nullable IssueMoment of(long line, int unit) {
    for (IssueMoment moment : byLine.getOrDefault(line, new ArrayDeque<>())) {
      if (moment.unit() != unit) {
        return moment;
      }
    }
    return null;
  }
}
