package dev.syncopate.sim.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row of a trace, or a group of rows. Slices of one row lie apart or one within the other, and
 * are given in the order of time; what lies outside of the trace's limits is cut off. A track of
 * which nothing is shown is not in the file, nor is a group of such.
 */
public final class Track {
  final TraceFile file;
  final int uuid;
  final @Nullable Track parent;
  final String name;

  /** Unit of a counter; null for another track. */
  final @Nullable String unit;

  /** Place among the tracks of its group. */
  final int rank;

  /** For the viewer's help; empty for none. */
  final String description;

  boolean declared;

  /** The slices that have begun and not ended, the outermost first. */
  private Slice[] open = {};

  private int depth;

  /** How many of them are in the file: the first ones, in this order. */
  private int written;

  private long latest;

  private record Slice(long begin, TraceLabel label, TraceAnnotation[] notes) {}

  Track(
      TraceFile file,
      int uuid,
      @Nullable Track parent,
      String name,
      @Nullable String unit,
      int rank,
      String description) {
    this.file = file;
    this.uuid = uuid;
    this.parent = parent;
    this.name = name;
    this.unit = unit;
    this.rank = rank;
    this.description = description;
  }

  /** A slice begins. */
  public void begin(long time, TraceLabel label, TraceAnnotation... notes) {
    if (file.isOver()) {
      return;
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth + 2);
    }
    open[depth++] = new Slice(time, label, notes);
    if (time >= file.limits.start()) {
      show(time);
    }
  }

  /**
   * The slice that began last and has not ended ends. That is not before what the track has shown:
   * of a run that is stopped, some parts are a little ahead of the cycle in which it was.
   */
  public void end(long time) {
    if (file.isOver()) {
      return;
    }
    if (depth == 0) {
      throw new IllegalStateException(name + ": no slice ends at " + time);
    }
    if (time > file.limits.start()) {
      show(time);
    }
    depth = Math.max(0, depth - 1); // 0 already where the trace has become full
    if (written > depth) {
      written--;
      file.end(this, Math.min(Math.max(time, latest), file.limits.end()));
    }
  }

  /** Writes the slices that have begun and are not in the file. */
  private void show(long time) {
    while (written < depth) {
      Slice slice = open[written];
      long begin = Math.max(slice.begin, file.limits.start());
      if (begin >= file.limits.end() || !file.begin(this, begin, time, slice.label, slice.notes)) {
        return;
      }
      written++;
    }
  }

  /** A slice without others in it. */
  public void slice(long start, long end, TraceLabel label, TraceAnnotation... notes) {
    if (end > file.limits.start() && start < file.limits.end()) {
      begin(start, label, notes);
      end(end);
    }
  }

  /** Something that takes no time. */
  public void instant(long time, TraceLabel label, TraceAnnotation... notes) {
    if (shows(time)) {
      show(time);
      file.instant(this, time, label, notes);
    }
  }

  /** Whether something of this time is shown. */
  public boolean shows(long time) {
    return time >= file.limits.start() && time < file.limits.end();
  }

  /** A counter's value from now on. */
  public void value(long time, double value) {
    if (shows(time)) {
      file.value(this, time, value);
    }
  }

  /** Whether slices are open. */
  public boolean isOpen() {
    return depth > 0;
  }

  /** How many slices of it in the file lack their ends. */
  int unfinished() {
    return written;
  }

  /** Something of it is in the file. */
  void wrote(long time) {
    latest = Math.max(latest, time);
  }

  /** Forgets what is open; returns the time of the latest that is in the file. */
  long abandon() {
    depth = 0;
    written = 0;
    return latest;
  }
}
