package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.cli.console.EscapedOutput;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.Outputs;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.recording.Recording;
import dev.syncopate.app.cli.watch.CheckOptions;
import dev.syncopate.app.cli.watch.CheckOutput;
import dev.syncopate.app.cli.watch.LitmusOptions;
import dev.syncopate.app.cli.watch.LitmusOutput;
import dev.syncopate.app.cli.watch.MeshOptions;
import dev.syncopate.app.cli.watch.OtherSchedules;
import dev.syncopate.app.cli.watch.PerturbOptions;
import dev.syncopate.app.cli.watch.Profiling;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.app.cli.watch.Streams;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.LaunchProgress;
import dev.syncopate.app.report.LockstepHint;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.Reported;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.ScopeJson;
import dev.syncopate.app.report.ScopeText;
import dev.syncopate.app.report.Summary;
import dev.syncopate.check.Checker;
import dev.syncopate.check.scope.Runs;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One run of a command that simulates: opens the device, shows progress, and reports at the end.
 */
final class Execution implements AutoCloseable {
  private final OutputOptions output;
  private final MeshOptions mesh;
  private final Streams streams;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Outputs outputs = new Outputs();
  private final LitmusOptions litmus;
  private final Schedule schedule;
  private final @Nullable Schedules among;
  private final Interruption interruption;
  private final StringWriter told = new StringWriter();
  private final List<Reported> besides = new ArrayList<>();
  private final ProgressDisplay progress;
  private final Device device;
  private final @Nullable Checker checker;
  private final List<CheckOptions.Report> reports;
  private final Profiling profiling;
  private final Recording recording;
  private final CheckOptions wanted;
  private final Supplier<DeviceBuilder> devices;
  private final @Nullable OtherSchedules others;
  private final CommandSpec command;
  private @Nullable CheckResults found;
  private @Nullable ScopeAdvice advice;

  Execution(SimulationOptions options, CommandSpec command, Schedule schedule) {
    this.output = options.output;
    this.mesh = options.mesh;
    this.wanted = options.checks;
    this.schedule = schedule;
    this.command = command;
    litmus = wanted.litmus();
    among = schedule.among();
    interruption = among == null ? new Interruption() : among.interruption();
    mesh.check();
    reports = wanted.reports();
    profiling = options.profile.asked();
    recording = options.recording.asked(output);
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
    streams = Streams.of(command.commandLine(), output, reports, litmus.printsTest());
    out = among == null ? streams.people() : new PrintWriter(told);
    err = command.commandLine().getErr();
    progress = Terminal.progress(output.quiet || among != null ? Terminal.nowhere() : err);
    LaunchProgress live =
        new LaunchProgress(progress, System::nanoTime, () -> !interruption.requested());
    Supplier<DeviceBuilder> plain =
        () ->
            wanted.prepare(
                PerturbOptions.prepare(
                    options.orders.prepare(options.machine.device()), schedule.seed()));
    devices = () -> plain.get().progress(ran -> !interruption.requested());
    others =
        among != null
            ? null
            : OtherSchedules.of(
                    wanted,
                    options.perturb,
                    devices,
                    () -> !interruption.requested(),
                    line -> progress.show(() -> line))
                .orElse(null);
    device = plain.get().progress(live).printed(this::print).open();
    mesh.check(device);
    boolean compared = among != null && schedule.seed() == 0;
    checker = compared ? null : wanted.watch(device);
    profiling.watch(device);
    recording.watch(device);
    if (among == null) {
      interruption.arm(); // last: a constructor that fails is never closed
    }
  }

  Device device() {
    return device;
  }

  /** Where the command prints what people read; of one of several schedules it is gathered. */
  PrintWriter out() {
    return out;
  }

  private void print(String text) {
    if (among != null) {
      return; // a program may print what depends on the schedule
    }
    progress.clear();
    PrintWriter raw = EscapedOutput.raw(out); // as the kernel printed it
    raw.print(text);
    raw.flush();
  }

  /**
   * Finds out with how little synchronisation it would do, if that is asked.
   *
   * @param again what is run, on another device each time
   */
  void advise(Repeats.Body again) {
    if (wanted.scopes()) {
      boolean promotes = Mechanisms.hasRemoteOperations(device.protocol());
      Runs runs = new Repeats(devices, again, promotes, () -> !interruption.requested());
      advice = wanted.advisor(runs, device, line -> progress.show(() -> line)).advise();
    }
  }

  /**
   * Runs it under other schedules, if that is asked and the machine's own has shown nothing.
   *
   * @param right whether it was right under that
   * @param again what is run, on another device each time
   */
  void vary(boolean right, Repeats.Body again) throws ArgumentSyntaxException {
    if (others != null && checker != null) {
      found = others.run(CheckResults.of(checker, device), device, right, again::run);
    }
  }

  /**
   * Prints what there is to print.
   *
   * @param title for people
   * @param subject for the JSON document
   * @param verified null if there was nothing to compare with
   * @return the exit code
   */
  int finish(
      String title, Map<String, Object> subject, @Nullable Boolean verified, String message) {
    progress.clear();
    if (among != null) {
      return gathered(among, subject, verified, message);
    }
    CheckResults results =
        found != null || checker == null ? found : CheckResults.of(checker, device);
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
    if (!output.quiet && !output.jsonToStandardOutput()) {
      out.print(Summary.of(report));
      out.flush();
    }
    PrintWriter readers = output.jsonToStandardOutput() ? null : out;
    mesh.finish(report, readers, outputs);
    profiling.finish(title + " on " + device.machine().name(), readers, outputs);
    for (LaunchResult launch : device.launches()) {
      boolean stopped =
          launch.ending() == LaunchResult.Ending.FAULT
              || launch.ending() == LaunchResult.Ending.HANG;
      boolean told = checker != null && stopped;
      if (!launch.report().isEmpty() && !told) {
        err.println(launch.report().stripTrailing());
      }
    }
    boolean failed = report.ending() == LaunchResult.Ending.FAULT || Boolean.FALSE.equals(verified);
    if (failed && !output.quiet) {
      err.print(LockstepHint.of(device.launches()));
    }
    CheckOutput checks = results == null ? null : new CheckOutput(results, reports);
    if (checker != null && checks != null) {
      checks.write(streams, (file, text) -> outputs.write("--report", file, text));
      if (others != null) {
        others.replay(streams.people(), command.commandLine(), 0);
      }
      new LitmusOutput(checker, litmus).write(streams, outputs::write);
    }
    if (advice != null) {
      out.print(ScopeText.of(advice));
    }
    recording.finish(outputs::attempt, err);
    if (output.json != null) {
      write(output.json, report.json());
    }
    out.flush();
    boolean right = verified == null || verified;
    int code = ExitCode.of(report.ending(), right);
    int checked = checks == null ? code : litmus.exitCode(code, checks.exitCode(code));
    if (others != null && code == ExitCode.RIGHT) {
      checked = others.exitCode(checked);
    }
    return outputs.finish(checked, err);
  }

  /** Something else went wrong under one of several schedules. */
  void found(Reported one) {
    besides.add(one);
  }

  private int gathered(
      Schedules all, Map<String, Object> subject, @Nullable Boolean verified, String message) {
    List<LaunchResult> launches = device.launches();
    LaunchResult.Ending ending =
        launches.isEmpty() ? LaunchResult.Ending.DONE : launches.getLast().ending();
    CheckResults found =
        checker == null ? CheckResults.of(device) : CheckResults.of(checker, device);
    if (Boolean.FALSE.equals(verified)) {
      out.flush();
      List<String> lines = told.toString().lines().toList();
      found = found.with(Reported.of(device, "wrong-answer", "wrong answer", message, lines));
    }
    for (Reported one : besides) {
      found = found.with(one);
    }
    Map<String, Object> ran = new LinkedHashMap<>(subject);
    ran.putAll(Schedules.machine(device));
    long cycles = launches.stream().mapToLong(LaunchResult::cycles).sum();
    boolean right = verified == null || verified;
    all.add(ran, schedule.seed(), ExitCode.of(ending, right), verified, cycles, found);
    return ExitCode.RIGHT;
  }

  /** What those who watched have to say, for the JSON document. */
  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(profiling.members());
    members.putAll(recording.members());
    if (advice != null) {
      members.put("scopes", ScopeJson.of(advice));
    }
    return members;
  }

  /** Where to write files, so that one that cannot be written does not stop the summary. */
  Outputs outputs() {
    return outputs;
  }

  private void write(Path file, String json) {
    if (output.jsonToStandardOutput()) {
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
    if (among == null) {
      interruption.close();
    }
  }
}
