package dev.syncopate.check.trace;

import dev.syncopate.sim.trace.Track;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counters of what is done in a cycle, one value an interval, of amounts that only grow. */
final class CounterRates {
  private final List<@Nullable Row> rows = new ArrayList<>();

  /** The interval that is shown when the next one is over: the kernel may end before it is. */
  private long[] startCounts = {};

  private long start;

  /** How much was done when it was over, and when that was; null while it is not. */
  private long @Nullable [] endCounts;

  private long end;

  private static final class Row {
    final Track track;
    final double scale;
    double shown;

    Row(Track track, double scale) {
      this.track = track;
      this.scale = scale;
    }
  }

  /** Whether there are no rows yet. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * Adds the row of the next amount.
   *
   * @param track where it is shown; null for nowhere
   * @param scale what one a cycle is in the track's unit
   */
  void add(@Nullable Track track, double scale) {
    rows.add(track == null ? null : new Row(track, scale));
  }

  /**
   * A kernel begins.
   *
   * @param counts so far, in the order of the rows
   */
  void begun(long cycle, long[] counts) {
    start = cycle;
    startCounts = counts;
    endCounts = null;
  }

  /** An interval is over. */
  void sampled(long cycle, long[] counts) {
    show();
    end = cycle;
    endCounts = counts;
  }

  /** The kernel has ended: nothing is done from now on. */
  void ended(long cycle, long[] counts) {
    if (endCounts != null && cycle > end) {
      show();
    }
    end = Math.max(cycle, start + 1);
    endCounts = counts;
    show();
    for (Row row : rows) {
      if (row != null) {
        show(row, 0);
      }
    }
  }

  /** Shows the interval: its values hold from its beginning. */
  private void show() {
    long[] counts = endCounts;
    if (counts == null) {
      return;
    }
    for (int i = 0; i < counts.length; i++) {
      Row row = rows.get(i);
      if (row != null) {
        show(row, row.scale * (counts[i] - startCounts[i]) / (end - start));
      }
    }
    startCounts = counts;
    start = end;
    endCounts = null;
  }

  private void show(Row row, double value) {
    if (value != row.shown) {
      row.shown = value;
      row.track.value(start, value);
    }
  }
}
