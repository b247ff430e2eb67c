package dev.syncopate.check.trace.sync;

import dev.syncopate.sim.trace.Track;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A strong operation on global memory that is not complete. */
final class Pending {
  final Threads threads;
  final long lanes;

  /** Where it is shown; null for nowhere. */
  final @Nullable Track row;

  final int rowNumber;

  /** What it releases itself; null for nothing. */
  @Nullable Moment release;

  /** Releases that it has read and acquires. */
  private final List<Moment> acquired = new ArrayList<>();

  /**
   * @param lanes that execute it
   */
  Pending(Threads threads, long lanes, @Nullable Track row, int rowNumber) {
    this.threads = threads;
    this.lanes = lanes;
    this.row = row;
    this.rowNumber = rowNumber;
  }

  void acquires(Moment release) {
    if (!acquired.contains(release)) {
      acquired.add(release);
    }
  }

  List<Moment> acquired() {
    return acquired;
  }
}
