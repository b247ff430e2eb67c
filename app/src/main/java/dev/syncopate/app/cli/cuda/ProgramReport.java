package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.CheckOptions;
import dev.syncopate.app.cli.console.CheckOutput;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.LitmusOptions;
import dev.syncopate.app.cli.console.LitmusOutput;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.recording.Recording;
import dev.syncopate.app.cuda.server.Simulation;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.LaunchTable;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.ScopeJson;
import dev.syncopate.app.report.ScopeText;
import dev.syncopate.app.report.Summary;
import dev.syncopate.check.Checker;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * What is left of a program's run, however it ended. Standard output is the program's own, so
 * people read it on standard error.
 */
final class ProgramReport {
  /** What a shell adds to a signal's number. */
  static final int SIGNALLED = 128;

  private final List<String> words;
  private final LitmusOptions litmus;
  private final int status;
  private final Device device;
  private final Simulation simulation;
  private final @Nullable Checker checker;
  private final @Nullable ScopeAdvice advice;
  private final List<CheckOptions.Report> reports;
  private final Recording recording;

  /**
   * @param checker what watched the device; null for nothing
   * @param reports of what it found
   * @param recording what is kept of it over time
   * @param litmus what litmus tests of it were asked for
   * @param advice with how little synchronisation it would do; null if nobody asked
   */
  ProgramReport(
      List<String> words,
      int status,
      Device device,
      Simulation simulation,
      @Nullable Checker checker,
      List<CheckOptions.Report> reports,
      LitmusOptions litmus,
      @Nullable ScopeAdvice advice,
      Recording recording) {
    this.litmus = litmus;
    this.words = words;
    this.status = status;
    this.device = device;
    this.simulation = simulation;
    this.checker = checker;
    this.advice = advice;
    this.reports = reports;
    this.recording = recording;
  }

  /** Prints and writes it; returns the exit code. */
  int finish(OutputOptions output, boolean interrupted, CommandLine command) {
    PrintWriter err = command.getErr();
    RunReport report =
        new RunReport(
            words.getFirst(),
            subject(),
            device,
            checker,
            members(),
            null,
            "",
            RunTime.seconds(),
            RunTime.cpuSeconds(),
            RunTime.peakBytes());
    if (!output.quiet) {
      if (status > SIGNALLED) {
        err.printf("%s was ended by signal %d%n", words.getFirst(), status - SIGNALLED);
      }
      if (device.launches().isEmpty()) {
        err.println(words.getFirst() + " launched no kernel");
      } else {
        err.print(LaunchTable.of(device.launches()));
        err.print(Summary.of(report));
      }
      err.flush();
    }
    CheckOutput found =
        checker == null ? null : new CheckOutput(CheckResults.of(checker, device), reports);
    List<String> errors = new ArrayList<>();
    if (found != null) {
      found.write(err, command.getOut(), (file, text) -> write("--report", file, text, errors));
    }
    if (checker != null) {
      new LitmusOutput(checker, litmus)
          .write(err, command.getOut(), (option, file, text) -> write(option, file, text, errors));
    }
    if (advice != null) {
      err.print(ScopeText.of(advice));
      err.flush();
    }
    int own = interrupted ? ExitCode.INTERRUPTED : code();
    int code = found == null ? own : litmus.exitCode(own, found.exitCode(own));
    recording.finish(attempt -> attempt(attempt, errors), err);
    Path json = output.json;
    if (output.jsonToStandardOutput()) {
      command.getOut().print(report.json());
      command.getOut().flush();
    } else if (json != null) {
      write("--json", json, report.json().getBytes(StandardCharsets.UTF_8), errors);
    }
    errors.forEach(error -> err.println("error: " + error));
    return code == ExitCode.RIGHT && !errors.isEmpty() ? ExitCode.USAGE : code;
  }

  private static void write(String option, Path file, byte[] contents, List<String> errors) {
    attempt(() -> OutputFile.write(option, file, contents), errors);
  }

  private static void attempt(Runnable output, List<String> errors) {
    try {
      output.run();
    } catch (UserErrorException e) {
      errors.add(String.valueOf(e.getMessage()));
    }
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(recording.members());
    if (advice != null) {
      members.put("scopes", ScopeJson.of(advice));
    }
    return members;
  }

  private int code() {
    return code(simulation, status);
  }

  /** What a run comes to, whatever was found. */
  static int code(Simulation simulation, int status) {
    @Nullable Ending worst = simulation.worst();
    if (worst != null && worst != Ending.INTERRUPTED) { // that the program was gone is its status
      return ExitCode.of(worst, true);
    }
    return status == 0 && !simulation.refusals().isEmpty() ? ExitCode.USAGE : status;
  }

  private Map<String, Object> subject() {
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("command", "cuda");
    subject.put("program", words);
    subject.put("exitStatus", status);
    subject.put("refusals", simulation.refusals());
    subject.put("unsupportedCalls", simulation.unsupportedCalls());
    return subject;
  }
}
