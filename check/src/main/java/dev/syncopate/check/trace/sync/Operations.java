package dev.syncopate.check.trace.sync;

import dev.syncopate.sim.trace.TraceAnnotation;
import dev.syncopate.sim.trace.TraceFile;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.Track;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Shows operations in rows, and arrows between them. */
final class Operations {
  private static final TraceLabel RELEASED = TraceLabel.of("released");
  private static final TraceLabel ACQUIRED = TraceLabel.of("acquired");
  private static final TraceLabel ASKS = TraceLabel.of("has other units act");
  private static final TraceLabel ASKED = TraceLabel.of("for another unit");

  private final TraceFile file;
  private final IntFunction<TraceLabel> labels;
  private final SyncRows rows;

  Operations(TraceFile file, IntFunction<TraceLabel> labels, SyncRows rows) {
    this.file = file;
    this.labels = labels;
    this.rows = rows;
  }

  /** An operation begins that is not shown. */
  static PendingOperation hidden(WarpSyncState threads, long lanes) {
    return new PendingOperation(threads, lanes, null, 0);
  }

  /**
   * An operation begins.
   *
   * @param word that it is about; null for none
   */
  PendingOperation begin(
      WarpSyncState threads, int pc, long lanes, @Nullable String word, long now) {
    if (!threads.hasFreeRow()) {
      return hidden(threads, lanes);
    }
    int number = threads.takeRow();
    Track row = rows.row(threads.unit, threads.slot, number);
    if (row == null) {
      threads.freeRow(number);
      return hidden(threads, lanes);
    }
    TraceAnnotation count = TraceAnnotation.of("lanes", Long.bitCount(lanes));
    if (word == null) {
      row.begin(now, labels.apply(pc), count);
    } else {
      row.begin(now, labels.apply(pc), count, TraceAnnotation.of("word", word));
    }
    return new PendingOperation(threads, lanes, row, number);
  }

  /**
   * It is complete: an arrow comes to it from each release that it is the first of its warp to
   * acquire.
   */
  void end(PendingOperation operation, long now) {
    Track row = operation.row;
    if (row == null) {
      return;
    }
    for (IssueMoment release : operation.acquired()) {
      Track sourceRow = release.row();
      if (sourceRow != null && operation.threads.isNew(release)) {
        file.flow(sourceRow, release.time(), RELEASED, row, now, ACQUIRED);
      }
    }
    row.end(now);
    operation.threads.freeRow(operation.rowNumber);
  }

  /** What is under way and will not be told of any more ends. */
  void cut(WarpSyncState threads, long now) {
    for (long rest = threads.busy(); rest != 0; rest &= rest - 1) {
      int number = Long.numberOfTrailingZeros(rest);
      Track row = rows.row(threads.unit, threads.slot, number);
      if (row != null) {
        row.end(now);
      }
      threads.freeRow(number);
    }
  }

  /** An operation has another unit do something, which is shown on a track. */
  void causes(IssueMoment asker, Track track, long now) {
    Track sourceRow = asker.row();
    if (sourceRow != null) {
      file.flow(sourceRow, asker.time(), ASKS, track, now, ASKED);
    }
  }
}
