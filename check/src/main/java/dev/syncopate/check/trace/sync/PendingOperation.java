package dev.syncopate.check.trace.sync;

import dev.syncopate.sim.trace.Track;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A strong operation on global memory that is not complete. */
final class PendingOperation {
  final WarpSyncState threads;
  final long lanes;

  /** Where it is shown; null for nowhere. */
  final @Nullable Track row;

  final int rowNumber;

  /** What it releases itself; null for nothing. */
  @Nullable IssueMoment release;

  /** Releases that it has read and acquires. */
  private final List<IssueMoment> acquired = new ArrayList<>();

  /**
   * @param lanes that execute it
   */
  PendingOperation(WarpSyncState threads, long lanes, @Nullable Track row, int rowNumber) {
    this.threads = threads;
    this.lanes = lanes;
    this.row = row;
    this.rowNumber = rowNumber;
  }

  void acquires(IssueMoment release) {
    if (!acquired.contains(release)) {
      acquired.add(release);
    }
  }

  List<IssueMoment> acquired() {
    return acquired;
  }
}
