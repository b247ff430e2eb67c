package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.check.Checker;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run of a command under one of several schedules. It prints nothing: its results, and what
 * people would have read of a wrong answer, go to {@link Schedules}, which reports on all. Options
 * whose output tells of one run are refused before ({@link SimulationOptions#several}).
 */
final class GatheredExecution implements CommandExecution {
  private final Schedules schedules;
  private final int seed;
  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);
  private final OutputFiles outputs = new OutputFiles();
  private final List<ReportedProblem> findings = new ArrayList<>();
  private final Device device;
  private final @Nullable Checker checker;

  /**
   * @param seed 0 for the machine's own schedule, which is run for comparison and not checked
   */
  GatheredExecution(SimulationOptions options, int seed, Schedules schedules) {
    this.schedules = schedules;
    this.seed = seed;
    device =
        options
            .device(seed)
            .progress(ran -> !schedules.interruption().requested())
            .printed(printed -> {}) // it may depend on the schedule
            .open();
    checker = seed == 0 ? null : options.checks.watch(device);
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public PrintWriter out() {
    return out;
  }

  @Override
  public OutputFiles outputs() {
    return outputs;
  }

  /** Does nothing: advice tells of one run. */
  @Override
  public void advise(RepeatedRuns.Body again) {}

  @Override
  public void repair(RepeatedRuns.Body again) {}

  /** Does nothing: the command names the schedules. */
  @Override
  public void vary(boolean right, RepeatedRuns.Body again) {}

  @Override
  public void found(ReportedProblem reported) {
    findings.add(reported);
  }

  @Override
  public int finish(
      String title, Map<String, Object> subject, @Nullable Boolean verified, String message) {
    List<LaunchResult> launches = device.launches();
    LaunchResult.Ending ending =
        launches.isEmpty() ? LaunchResult.Ending.DONE : launches.getLast().ending();
    CheckResults results =
        checker == null ? CheckResults.of(device) : CheckResults.of(checker, device);
    if (Boolean.FALSE.equals(verified)) {
      out.flush();
      List<String> lines = text.toString().lines().toList();
      results =
          results.with(ReportedProblem.of(device, "wrong-answer", "wrong answer", message, lines));
    }
    for (ReportedProblem reported : findings) {
      results = results.with(reported);
    }
    Map<String, Object> ran = new LinkedHashMap<>(subject);
    ran.putAll(Schedules.machine(device));
    long cycles = launches.stream().mapToLong(LaunchResult::cycles).sum();
    boolean right = verified == null || verified;
    schedules.add(ran, seed, ExitCode.of(ending, right), verified, cycles, results);
    return ExitCode.RIGHT;
  }

  @Override
  public void close() {
    // Ctrl-C is listened to for all runs together
  }
}
