package dev.syncopate.app.cli.recording;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.IntervalTable;
import dev.syncopate.workload.runtime.Device;
import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Records of a run over time. */
public final class Recording implements AutoCloseable {
  private final IntervalOptions.@Nullable Kept intervals;
  private final TraceOutput trace;

  /**
   * @param intervals null for none
   */
  Recording(IntervalOptions.@Nullable Kept intervals, TraceOutput trace) {
    this.intervals = intervals;
    this.trace = trace;
  }

  /** Has a device watched, as far as something was asked for. */
  public void watch(Device device) {
    if (intervals != null) {
      device.sample(intervals.intervals());
    }
    trace.watch(device);
  }

  /** Members of the JSON document. */
  public Map<String, Object> members() {
    return intervals == null
        ? Map.of()
        : Map.of("intervals", IntervalTable.json(intervals.intervals()));
  }

  /**
   * Writes what is to be written at the end.
   *
   * @param attempts does what may fail with a {@link UserErrorException}
   */
  public void finish(Consumer<Runnable> attempts, PrintWriter err) {
    attempts.accept(() -> trace.finish(err));
    if (intervals != null) {
      attempts.accept(intervals::write);
    }
  }

  @Override
  public void close() {
    trace.close();
  }
}
