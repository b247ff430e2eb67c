package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.cli.console.EscapedOutput;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.recording.Recording;
import dev.syncopate.app.cli.watch.CheckOptions;
import dev.syncopate.app.cli.watch.CheckOutput;
import dev.syncopate.app.cli.watch.LitmusOptions;
import dev.syncopate.app.cli.watch.LitmusOutput;
import dev.syncopate.app.cli.watch.OtherSchedules;
import dev.syncopate.app.cli.watch.Profiling;
import dev.syncopate.app.cli.watch.RepairOptions;
import dev.syncopate.app.cli.watch.Streams;
import dev.syncopate.app.repair.RepairJson;
import dev.syncopate.app.repair.RepairReport;
import dev.syncopate.app.repair.RepairText;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.LaunchProgress;
import dev.syncopate.app.report.LockstepHint;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.ScopeJson;
import dev.syncopate.app.report.ScopeText;
import dev.syncopate.app.report.Summary;
import dev.syncopate.check.Checker;
import dev.syncopate.check.scope.AdviceRunner;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The only run of a command: shows progress, is watched as the options say, and reports at its end.
 */
final class SingleExecution implements CommandExecution {
  private final SimulationOptions options;
  private final CommandSpec command;
  private final Streams streams;
  private final PrintWriter out;
  private final PrintWriter err;
  private final OutputFiles outputs = new OutputFiles();
  private final Interruption interruption = new Interruption();
  private final ProgressDisplay progress;
  private final Supplier<DeviceBuilder> devices;
  private final Device device;
  private final @Nullable Checker checker;
  private final List<CheckOptions.Report> reports;
  private final Profiling profiling;
  private final Recording recording;
  private final @Nullable OtherSchedules otherSchedules;
  private @Nullable CheckResults checkResults;
  private @Nullable ScopeAdvice advice;
  private @Nullable RepairReport repair;

  /**
   * @param seed of its schedule; 0 for the machine's own
   */
  SingleExecution(SimulationOptions options, CommandSpec command, int seed) {
    this.options = options;
    this.command = command;
    OutputOptions output = options.output;
    CheckOptions checks = options.checks;
    LitmusOptions litmus = checks.litmus();
    options.mesh.check();
    reports = checks.reports();
    profiling = options.profile.asked();
    recording = options.recording.asked(output);
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
    streams = Streams.of(command.commandLine(), output, reports, litmus.printsTest());
    out = streams.people();
    err = command.commandLine().getErr();
    progress = Terminal.progress(output.quiet ? Terminal.nowhere() : err);
    LaunchProgress live =
        new LaunchProgress(progress, System::nanoTime, () -> !interruption.requested());
    devices = () -> options.device(seed).progress(ran -> !interruption.requested());
    otherSchedules =
        options.functional.asked()
            ? null // its schedule is the only one
            : OtherSchedules.of(
                    checks,
                    options.perturb,
                    devices,
                    () -> !interruption.requested(),
                    line -> progress.show(() -> line))
                .orElse(null);
    device = options.device(seed).progress(live).printed(this::print).open();
    options.mesh.check(device);
    checker = checks.watch(device);
    profiling.watch(device);
    recording.watch(device);
    interruption.arm(); // last: a constructor that fails is never closed
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public PrintWriter out() {
    return out;
  }

  private void print(String text) {
    progress.clear();
    PrintWriter raw = EscapedOutput.raw(out); // as the kernel printed it
    raw.print(text);
    raw.flush();
  }

  @Override
  public void advise(RepeatedRuns.Body again) {
    CheckOptions checks = options.checks;
    if (checks.scopes()) {
      advice = checks.advisor(repeated(again), device, line -> progress.show(() -> line)).advise();
    }
  }

  @Override
  public void repair(RepeatedRuns.Body again) {
    CheckOptions checks = options.checks;
    if (checks.repair().wanted() && checker != null) {
      repair = checks.repair(repeated(again), checker, device, line -> progress.show(() -> line));
    }
  }

  private AdviceRunner repeated(RepeatedRuns.Body again) {
    boolean promotes = Mechanisms.hasRemoteOperations(device.protocol());
    return new RepeatedRuns(devices, again, promotes, () -> !interruption.requested());
  }

  @Override
  public void vary(boolean right, RepeatedRuns.Body again) throws ArgumentSyntaxException {
    if (otherSchedules != null && checker != null) {
      checkResults =
          otherSchedules.run(CheckResults.of(checker, device), device, right, again::run);
    }
  }

  @Override
  public void found(ReportedProblem reported) {
    throw new IllegalStateException("there is no other schedule to differ from");
  }

  @Override
  public int finish(
      String title, Map<String, Object> subject, @Nullable Boolean verified, String message) {
    progress.clear();
    CheckResults results =
        checkResults != null || checker == null ? checkResults : CheckResults.of(checker, device);
    RunReport report =
        new RunReport(
            title,
            subject,
            device,
            results,
            members(),
            verified,
            message,
            RunTime.seconds(),
            RunTime.cpuSeconds(),
            RunTime.peakBytes());
    summarise(report);
    hint(report);
    CheckOutput checks = results == null ? null : new CheckOutput(results, reports);
    if (checks != null) {
      write(checks);
    }
    if (advice != null) {
      out.print(ScopeText.of(advice));
    }
    if (repair != null) {
      out.print(RepairText.of(repair));
    }
    recording.finish(outputs::attempt, err);
    if (options.output.json != null) {
      write(options.output.json, report.json());
    }
    out.flush();
    return outputs.finish(exitCode(report, checks), err);
  }

  /** Prints the summary and the tables that were asked for. */
  private void summarise(RunReport report) {
    OutputOptions output = options.output;
    if (!output.quiet && !output.jsonToStandardOutput()) {
      out.print(Summary.of(report));
      out.flush();
    }
    PrintWriter readers = output.jsonToStandardOutput() ? null : out;
    options.mesh.finish(report, readers, outputs);
    profiling.finish(report.title() + " on " + device.machine().name(), readers, outputs);
  }

  /**
   * Says why launches have stopped, unless the checks do, and what lockstep may have to do with it.
   */
  private void hint(RunReport report) {
    for (LaunchResult launch : device.launches()) {
      boolean stopped =
          launch.ending() == LaunchResult.Ending.FAULT
              || launch.ending() == LaunchResult.Ending.HANG;
      boolean explained = checker != null && stopped;
      if (!launch.report().isEmpty() && !explained) {
        err.println(launch.report().stripTrailing());
      }
    }
    boolean failed =
        report.ending() == LaunchResult.Ending.FAULT || Boolean.FALSE.equals(report.verified());
    if (failed && !options.output.quiet) {
      err.print(LockstepHint.of(device.launches()));
    }
  }

  /** Writes what the checks have found. */
  private void write(CheckOutput checks) {
    if (checker == null) {
      return;
    }
    checks.write(streams, (file, text) -> outputs.write("--report", file, text));
    if (otherSchedules != null) {
      otherSchedules.replay(streams.people(), command.commandLine(), 0);
    }
    new LitmusOutput(checker, options.checks.litmus()).write(streams, outputs::write);
  }

  private int exitCode(RunReport report, @Nullable CheckOutput checks) {
    boolean right = report.verified() == null || report.verified();
    int code = ExitCode.of(report.ending(), right);
    int checked =
        checks == null
            ? code
            : RepairOptions.exitCode(
                code, options.checks.litmus().exitCode(code, checks.exitCode(code)), repair);
    return otherSchedules != null && code == ExitCode.RIGHT
        ? otherSchedules.exitCode(checked)
        : checked;
  }

  /** What those who watched have to say, for the JSON document. */
  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(profiling.members());
    members.putAll(recording.members());
    if (advice != null) {
      members.put("scopes", ScopeJson.of(advice));
    }
    if (repair != null) {
      members.put("repair", RepairJson.of(repair));
    }
    return members;
  }

  @Override
  public OutputFiles outputs() {
    return outputs;
  }

  private void write(Path file, String json) {
    if (options.output.jsonToStandardOutput()) {
      streams.document().print(json);
      streams.document().flush();
    } else {
      outputs.write("--json", file, json.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {
    progress.clear();
    recording.close();
    interruption.close();
  }
}
