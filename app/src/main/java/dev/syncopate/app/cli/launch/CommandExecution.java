package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.workload.runtime.Device;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A run of a simulating command, from opening the device to its results: reported at once where it
 * is the only run ({@link SingleExecution}), gathered where it is one of several under different
 * schedules ({@link GatheredExecution}).
 */
sealed interface CommandExecution extends AutoCloseable permits SingleExecution, GatheredExecution {
  /** Opens a device for a run under a schedule. */
  static CommandExecution open(
      SimulationOptions options, CommandSpec command, RunSchedule schedule) {
    Schedules schedules = schedule.among();
    return schedules == null
        ? new SingleExecution(options, command, schedule.seed())
        : new GatheredExecution(options, schedule.seed(), schedules);
  }

  Device device();

  /** Writer for what people read. */
  PrintWriter out();

  /** Where to write files, so that one that cannot be written does not stop the summary. */
  OutputFiles outputs();

  /**
   * Finds out with how little synchronisation the command would do, if that is asked.
   *
   * @param again what is run, on another device each time
   */
  void advise(RepeatedRuns.Body again);

  /** Finds repairs of its races, if that was asked for. */
  void repair(RepeatedRuns.Body again);

  /**
   * Runs the command under other schedules, if that is asked and this one has shown nothing.
   *
   * @param right whether it was right under this one
   * @param again what is run, on another device each time
   */
  void vary(boolean right, RepeatedRuns.Body again) throws ArgumentSyntaxException;

  /** Something went wrong that the checks do not see. */
  void found(ReportedProblem reported);

  /**
   * Reports the results, or hands them to those of the other schedules.
   *
   * @param title for people
   * @param subject for the JSON document
   * @param verified null if there was nothing to compare with
   * @return the exit code
   */
  int finish(String title, Map<String, Object> subject, @Nullable Boolean verified, String message);

  @Override
  void close();
}
