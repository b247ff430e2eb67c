package dev.syncopate.check.trace;

import dev.syncopate.sim.trace.Track;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counters of what is done in a cycle, one value an interval, of amounts that only grow. */
final class Rates {
  private final List<@Nullable Row> rows = new ArrayList<>();

  /** The interval that is shown when the next one is over: the kernel may end before it is. */
  private long[] before = {};

  private long from;

  /** How much was done when it was over, and when that was; null while it is not. */
  private long @Nullable [] after;

  private long to;

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
   * @param done so far, in the order of the rows
   */
  void begun(long cycle, long[] done) {
    from = cycle;
    before = done;
    after = null;
  }

  /** An interval is over. */
  void sampled(long cycle, long[] done) {
    show();
    to = cycle;
    after = done;
  }

  /** The kernel has ended: nothing is done from now on. */
  void ended(long cycle, long[] done) {
    if (after != null && cycle > to) {
      show();
    }
    to = Math.max(cycle, from + 1);
    after = done;
    show();
    for (Row row : rows) {
      if (row != null) {
        show(row, 0);
      }
    }
  }

  /** Shows the interval: its values hold from its beginning. */
  private void show() {
    long[] done = after;
    if (done == null) {
      return;
    }
    for (int i = 0; i < done.length; i++) {
      Row row = rows.get(i);
      if (row != null) {
        show(row, row.scale * (done[i] - before[i]) / (to - from));
      }
    }
    before = done;
    from = to;
    after = null;
  }

  private void show(Row row, double value) {
    if (value != row.shown) {
      row.shown = value;
      row.track.value(from, value);
    }
  }
}
