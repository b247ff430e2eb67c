package dev.syncopate.check.trace.sync;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values that the threads of a warp have released by fences, and have read without acquiring. */
final class WarpSyncState {
  /** Releases that are kept for a thread or a warp; older ones are forgotten. */
  private static final int MOST_SEEN = 16;

  final int unit;
  final int slot;

  /** The number of lane 0's thread in the launch. */
  final long first;

  /** By lane: the last fence that releases. */
  private final @Nullable IssueMoment[] fenced;

  /** By lane: releases that it has read without acquiring; none for most. */
  private final Map<Integer, List<IssueMoment>> seenMoments = new HashMap<>();

  /** Releases that they have acquired, the latest last. */
  private final List<IssueMoment> acquired = new ArrayList<>();

  /** Rows in which an operation is under way. */
  private long busy;

  WarpSyncState(int unit, int slot, long first, int width) {
    this.unit = unit;
    this.slot = slot;
    this.first = first;
    fenced = new @Nullable IssueMoment[width];
  }

  /** A row without an operation; has one from now on. */
  int takeRow() {
    int row = Long.numberOfTrailingZeros(~busy);
    busy |= 1L << row;
    return row;
  }

  void freeRow(int row) {
    busy &= ~(1L << row);
  }

  boolean hasFreeRow() {
    return busy != -1;
  }

  /** Rows in which an operation is under way: bit i for row i. */
  long busy() {
    return busy;
  }

  void fences(long lanes, IssueMoment moment) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      fenced[Long.numberOfTrailingZeros(rest)] = moment;
    }
  }

  @Nullable IssueMoment fenced(int lane) {
    return fenced[lane];
  }

  /** A lane has read what a release wrote, and will be behind it once it fences. */
  void sees(int lane, IssueMoment release) {
    List<IssueMoment> moments = seenMoments.computeIfAbsent(lane, missing -> new ArrayList<>());
    if (!moments.contains(release)) {
      if (moments.size() == MOST_SEEN) {
        moments.removeFirst();
      }
      moments.add(release);
    }
  }

  /** Whether it is the first time that they have acquired a release; from now on it is not. */
  boolean isNew(IssueMoment release) {
    if (acquired.contains(release)) {
      return false;
    }
    if (acquired.size() == MOST_SEEN) {
      acquired.removeFirst();
    }
    acquired.add(release);
    return true;
  }

  /** What lanes have seen, which they have acquired now. */
  List<IssueMoment> acquires(long lanes) {
    List<IssueMoment> releases = new ArrayList<>();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      List<IssueMoment> moments = seenMoments.remove(Long.numberOfTrailingZeros(rest));
      for (IssueMoment moment : moments == null ? List.<IssueMoment>of() : moments) {
        if (!releases.contains(moment)) {
          releases.add(moment);
        }
      }
    }
    return releases;
  }
}
