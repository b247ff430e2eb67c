package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.recording.Recording;
import dev.syncopate.app.cli.watch.CheckOptions;
import dev.syncopate.app.cli.watch.CheckOutput;
import dev.syncopate.app.cli.watch.LitmusOptions;
import dev.syncopate.app.cli.watch.LitmusOutput;
import dev.syncopate.app.cli.watch.MeshOptions;
import dev.syncopate.app.cli.watch.OtherSchedules;
import dev.syncopate.app.cli.watch.Profiling;
import dev.syncopate.app.cli.watch.RepairOptions;
import dev.syncopate.app.cli.watch.Streams;
import dev.syncopate.app.cuda.ProgramEnd;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.app.repair.RepairJson;
import dev.syncopate.app.repair.RepairReport;
import dev.syncopate.app.repair.RepairText;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.LaunchTable;
import dev.syncopate.app.report.LockstepHint;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.ScopeJson;
import dev.syncopate.app.report.ScopeText;
import dev.syncopate.app.report.Summary;
import dev.syncopate.check.Checker;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.ProgramSample;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Report of a program's run, for every way in which it may end. Standard output is the program's
 * own, so people read it on standard error.
 */
final class ProgramReport {
  /**
   * Observers of a program's run.
   *
   * @param streams where it is told: to people on standard error
   * @param checker null for none
   * @param options what is to be told of what it found
   * @param reports into which that is written
   */
  record Watchers(
      Streams streams,
      @Nullable Checker checker,
      CheckOptions options,
      List<CheckOptions.Report> reports,
      MeshOptions mesh,
      Profiling profiling,
      Recording recording) {
    void watch(Device device) {
      profiling.watch(device);
      recording.watch(device);
    }
  }

  /**
   * Results of a program's runs under several schedules.
   *
   * @param results of all
   * @param otherSchedules than the machine's own
   */
  record Varied(CheckResults results, OtherSchedules otherSchedules) {}

  private final @Nullable Varied varied;
  private final List<String> words;
  private final ProgramEnd end;
  private final Device device;
  private final CudaSimulation simulation;
  private final Watchers watchers;
  private final @Nullable ScopeAdvice advice;
  private final @Nullable RepairReport repair;
  private final OutputFiles outputs = new OutputFiles();

  /**
   * @param end of the program
   * @param advice with how little synchronisation it would do; null if not asked for
   * @param repair of its races; null if not asked for
   * @param varied what other schedules have shown; null if not asked for
   */
  ProgramReport(
      List<String> words,
      ProgramEnd end,
      Device device,
      CudaSimulation simulation,
      Watchers watchers,
      @Nullable ScopeAdvice advice,
      @Nullable RepairReport repair,
      @Nullable Varied varied) {
    this.varied = varied;
    this.words = words;
    this.end = end;
    this.device = device;
    this.simulation = simulation;
    this.watchers = watchers;
    this.advice = advice;
    this.repair = repair;
  }

  /** Prints and writes it; returns the exit code. */
  int finish(OutputOptions output, boolean interrupted, CommandLine command) {
    PrintWriter err = watchers.streams.people();
    RunReport report =
        new RunReport(
            words.getFirst(),
            subject(),
            device,
            found(),
            members(),
            null,
            "",
            RunTime.seconds(),
            RunTime.cpuSeconds(),
            RunTime.peakBytes());
    if (!output.quiet) {
      summary(report, err);
    }
    watchers.mesh.finish(report, err, outputs);
    watchers.profiling.finish(words.getFirst() + " on " + device.machine().name(), err, outputs);
    int code = checks(interrupted ? ExitCode.INTERRUPTED : code(), command);
    if (code == ExitCode.USAGE && end.status() == ExitCode.RIGHT) {
      err.printf(
          "%s ended with 0, but the simulator has refused some of its calls: exit code %d%n",
          words.getFirst(), code);
      err.flush();
    }
    if (advice != null) {
      err.print(ScopeText.of(advice));
      err.flush();
    }
    if (repair != null) {
      err.print(RepairText.of(repair));
      err.flush();
    }
    watchers.recording.finish(outputs::attempt, err);
    Path json = output.json;
    if (output.jsonToStandardOutput()) {
      watchers.streams.document().print(report.json());
      watchers.streams.document().flush();
    } else if (json != null) {
      outputs.write("--json", json, report.json().getBytes(StandardCharsets.UTF_8));
    }
    return outputs.finish(code, err);
  }

  private void summary(RunReport report, PrintWriter err) {
    if (end.signal() != 0) {
      err.println(words.getFirst() + " was " + end.text());
    }
    if (device.launches().isEmpty()) {
      err.println(words.getFirst() + " launched no kernel");
    } else {
      ProgramSample sample = device.sample();
      err.print(
          sample == null
              ? LaunchTable.of(device.launches())
              : LaunchTable.of(sample, device.launches()));
      err.print(Summary.of(report));
    }
    if (simulation.worst() == Ending.FAULT || (end.signal() == 0 && end.status() != 0)) {
      err.print(LockstepHint.of(device.launches()));
    }
    err.flush();
  }

  /**
   * Tells what the checker has found.
   *
   * @param ownCode the exit code without it
   */
  private int checks(int ownCode, CommandLine command) {
    Checker checker = watchers.checker;
    CheckResults results = found();
    if (checker == null || results == null) {
      return ownCode;
    }
    CheckOutput checkOutput = new CheckOutput(results, watchers.reports);
    checkOutput.write(watchers.streams, (file, text) -> outputs.write("--report", file, text));
    if (varied != null) {
      varied.otherSchedules.replay(watchers.streams.people(), command, words.size());
    }
    LitmusOptions litmus = watchers.options.litmus();
    new LitmusOutput(checker, litmus).write(watchers.streams, outputs::write);
    int code =
        RepairOptions.exitCode(
            ownCode, litmus.exitCode(ownCode, checkOutput.exitCode(ownCode)), repair);
    return varied != null && ownCode == ExitCode.RIGHT
        ? varied.otherSchedules.exitCode(code)
        : code;
  }

  /** What checks have found; null where there was none. */
  private @Nullable CheckResults found() {
    Checker checker = watchers.checker;
    return varied != null
        ? varied.results
        : checker == null ? null : CheckResults.of(checker, device);
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(watchers.profiling.members());
    members.putAll(watchers.recording.members());
    if (advice != null) {
      members.put("scopes", ScopeJson.of(advice));
    }
    if (repair != null) {
      members.put("repair", RepairJson.of(repair));
    }
    return members;
  }

  private int code() {
    return code(simulation, end.status());
  }

  /** Exit code of a run, independent of findings. */
  static int code(CudaSimulation simulation, int status) {
    @Nullable Ending worst = simulation.worst();
    if (worst != null && worst != Ending.INTERRUPTED) { // that the program was gone is its status
      return ExitCode.of(worst, true);
    }
    return status == 0 && simulation.hasRefused() ? ExitCode.USAGE : status;
  }

  private Map<String, Object> subject() {
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("command", "cuda");
    subject.put("program", words);
    subject.put("exitStatus", end.status());
    subject.put("signal", end.signal() == 0 ? null : end.signal());
    if (end.output() != null) {
      subject.put("outputDigest", end.output());
    }
    subject.put("refusals", simulation.refusals());
    subject.put("unsupportedCalls", simulation.unsupportedCalls());
    return subject;
  }
}
