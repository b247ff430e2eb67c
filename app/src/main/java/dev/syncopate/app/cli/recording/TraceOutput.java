package dev.syncopate.app.cli.recording;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.check.trace.Tracer;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.WholeFile;
import dev.syncopate.workload.runtime.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The trace of a run, while it is written and at its end. */
final class TraceOutput implements AutoCloseable {
  private final TraceOptions.@Nullable Wish wish;
  private @Nullable Tracer tracer;

  /**
   * Refuses, before any work is done, what cannot be asked for.
   *
   * @param intervals those that were asked for with it; null for none
   */
  TraceOutput(TraceOptions options, IntervalOptions.@Nullable Kept intervals) {
    wish = options.asked(intervals);
  }

  /** Has a device watched, if a trace was asked for. */
  void watch(Device device) {
    TraceOptions.Wish request = wish;
    if (request == null) {
      return;
    }
    MachineConfig machine = device.machine();
    String description =
        String.format(
            Locale.ROOT,
            "Protocol %s, model %s. 1 ns of the time axis is 1 cycle of the core clock, %,d MHz.",
            device.protocol(),
            device.model(),
            machine.core().clock());
    Tracer watcher =
        new Tracer(
            request.choice(),
            request.extent(),
            new WholeFile(request.file()),
            machine.name(),
            description,
            machine.l1().line());
    device.observe(watcher);
    device.sample(watcher);
    tracer = watcher;
  }

  /**
   * Ends the file, and says where it does not tell the whole.
   *
   * @throws UserErrorException if it could not be written
   */
  void finish(PrintWriter err) {
    close();
    Tracer watcher = tracer;
    TraceOptions.Wish request = wish;
    if (watcher == null || request == null) {
      return;
    }
    IOException failure = watcher.failure();
    if (failure != null) {
      throw new UserErrorException(
          "%s: cannot write %s: %s"
              .formatted(TraceOptions.TRACE, request.file(), FileErrors.reason(failure)));
    }
    if (watcher.fullAt() >= 0) {
      err.printf(
          Locale.ROOT,
          "note: the trace %s ends in cycle %,d, as it would be larger than %,d bytes;"
              + " --trace-window, --trace-units and --trace-kinds choose what is in it,"
              + " --trace-limit how large it may be%n",
          request.file(),
          watcher.fullAt(),
          request.extent().bytes());
      err.flush();
    }
  }

  @Override
  public void close() {
    Tracer watcher = tracer;
    if (watcher != null) {
      watcher.close();
    }
  }
}
