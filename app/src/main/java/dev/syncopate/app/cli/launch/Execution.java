package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.console.CheckOptions;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.MachineOptions;
import dev.syncopate.app.cli.console.MeshOptions;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.CheckText;
import dev.syncopate.app.report.GitHubReport;
import dev.syncopate.app.report.JUnitReport;
import dev.syncopate.app.report.LaunchProgress;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.SarifReport;
import dev.syncopate.app.report.Summary;
import dev.syncopate.check.Checker;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One run of a command that simulates: opens the device, shows progress, and reports at the end.
 */
final class Execution implements AutoCloseable {
  private final OutputOptions output;
  private final MeshOptions mesh;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Outputs outputs = new Outputs();
  private final Interruption interruption = new Interruption();
  private final ProgressDisplay progress;
  private final Device device;
  private final @Nullable Checker checker;
  private final List<CheckOptions.Report> reports;

  Execution(
      MachineOptions machine,
      OutputOptions output,
      MeshOptions mesh,
      CheckOptions checks,
      CommandSpec command) {
    this.output = output;
    this.mesh = mesh;
    mesh.check();
    reports = checks.reports();
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
    out = command.commandLine().getOut();
    err = command.commandLine().getErr();
    progress = Terminal.progress(output.quiet ? Terminal.nowhere() : err);
    LaunchProgress live =
        new LaunchProgress(progress, System::nanoTime, () -> !interruption.requested());
    device = checks.prepare(machine.device()).progress(live).printed(this::print).open();
    mesh.check(device);
    checker = checks.watch(device);
    interruption.arm(); // last: a constructor that fails is never closed
  }

  Device device() {
    return device;
  }

  private void print(String text) {
    progress.clear();
    out.print(text);
    out.flush();
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
    ProcessHandle.Info process = ProcessHandle.current().info();
    RunReport report =
        new RunReport(
            title,
            subject,
            device,
            checker,
            verified,
            message,
            RunTime.seconds(),
            process.totalCpuDuration().map(Execution::seconds).orElse(0.0),
            peakBytes());
    if (!output.quiet && !output.jsonToStandardOutput()) {
      out.print(Summary.of(report));
      out.flush();
    }
    if (mesh.links && !output.jsonToStandardOutput()) {
      out.print(report.links().table());
    }
    for (LaunchResult launch : device.launches()) {
      boolean told = checker != null && launch.ending() == LaunchResult.Ending.FAULT;
      if (!launch.report().isEmpty() && !told) {
        err.println(launch.report().stripTrailing());
      }
    }
    if (checker != null) {
      checked(checker);
    }
    if (output.json != null) {
      write(output.json, report.json());
    }
    Path heatMap = mesh.heatMap;
    if (heatMap != null) {
      byte[] picture = report.links().heatMap().getBytes(StandardCharsets.UTF_8);
      outputs.write("--heat-map", heatMap, picture);
    }
    out.flush();
    return outputs.finish(exitCode(report), err);
  }

  private int exitCode(RunReport report) {
    boolean clean = checker == null || new CheckResults(checker, device).clean();
    boolean right = !Boolean.FALSE.equals(report.verified()) && clean;
    int code = ExitCode.of(report.ending(), right);
    boolean whole = checker == null || checker.unchecked().isEmpty();
    return code == ExitCode.RIGHT && !whole ? ExitCode.UNCHECKED : code;
  }

  private void checked(Checker watcher) {
    boolean taken =
        output.jsonToStandardOutput() || reports.stream().anyMatch(CheckOptions.Report::printed);
    PrintWriter people = taken ? err : out;
    CheckResults results = new CheckResults(watcher, device);
    people.print(CheckText.of(results));
    people.flush();
    for (CheckOptions.Report wanted : reports) {
      String text =
          switch (wanted.form()) {
            case GITHUB -> GitHubReport.of(results);
            case SARIF -> SarifReport.of(results);
            case JUNIT -> JUnitReport.of(results);
          };
      if (wanted.file() == null) {
        out.print(text);
      } else {
        outputs.write("--report", wanted.file(), text.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Where to write files, so that one that cannot be written does not stop the summary. */
  Outputs outputs() {
    return outputs;
  }

  private void write(Path file, String json) {
    if (output.jsonToStandardOutput()) {
      out.print(json);
      out.flush();
    } else {
      outputs.write("--json", file, json.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static @Nullable Long peakBytes() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // not Linux
    }
    return null;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  @Override
  public void close() {
    progress.clear();
    interruption.close();
  }
}
