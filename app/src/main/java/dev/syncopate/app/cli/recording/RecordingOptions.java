package dev.syncopate.app.cli.recording;

import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.watch.PerturbOptions;
import picocli.CommandLine.Mixin;

/** Options about what is kept of a run over time: a trace, statistics interval by interval. */
public final class RecordingOptions {
  @Mixin private IntervalOptions intervals = new IntervalOptions();
  @Mixin private TraceOptions traces = new TraceOptions();

  /** Refuses several schedules, of which neither would tell. */
  public void refuse(PerturbOptions perturb) {
    intervals.refuse(perturb);
    traces.refuse(perturb);
  }

  /** What was asked for, once files are known to be writable. */
  public Recording asked(OutputOptions output) {
    IntervalOptions.Kept keptIntervals = intervals.asked(output.json != null);
    return new Recording(keptIntervals, new TraceOutput(traces, keptIntervals));
  }
}
