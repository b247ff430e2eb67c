package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.console.CheckOptions;
import dev.syncopate.app.cli.console.CheckOutput;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.MachineOptions;
import dev.syncopate.app.cli.console.MeshOptions;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.ProfileOptions;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.profile.ProfileJson;
import dev.syncopate.app.profile.ProfilePage;
import dev.syncopate.app.profile.ProfileText;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.LaunchProgress;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.Summary;
import dev.syncopate.check.Checker;
import dev.syncopate.check.profile.Profiler;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
  private final ProfileOptions profiles;
  private final @Nullable Checker checker;
  private final List<CheckOptions.Report> reports;
  private final @Nullable Profiler profiler;

  Execution(
      MachineOptions machine,
      OutputOptions output,
      MeshOptions mesh,
      CheckOptions wanted,
      ProfileOptions profiles,
      CommandSpec command) {
    this.output = output;
    this.mesh = mesh;
    this.profiles = profiles;
    mesh.check();
    reports = wanted.reports();
    profiles.check();
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
    out = command.commandLine().getOut();
    err = command.commandLine().getErr();
    progress = Terminal.progress(output.quiet ? Terminal.nowhere() : err);
    LaunchProgress live =
        new LaunchProgress(progress, System::nanoTime, () -> !interruption.requested());
    device = wanted.prepare(machine.device()).progress(live).printed(this::print).open();
    mesh.check(device);
    checker = wanted.watch(device);
    profiler = profiles.profiler();
    if (profiler != null) {
      device.observe(profiler);
    }
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
    RunReport report =
        new RunReport(
            title,
            subject,
            device,
            checker,
            profiler == null ? null : ProfileJson.of(profiler),
            verified,
            message,
            RunTime.seconds(),
            RunTime.cpuSeconds(),
            RunTime.peakBytes());
    if (!output.quiet && !output.jsonToStandardOutput()) {
      out.print(Summary.of(report));
      out.flush();
    }
    if (mesh.links && !output.jsonToStandardOutput()) {
      out.print(report.links().table());
    }
    profile(title);
    for (LaunchResult launch : device.launches()) {
      boolean stopped =
          launch.ending() == LaunchResult.Ending.FAULT
              || launch.ending() == LaunchResult.Ending.HANG;
      boolean told = checker != null && stopped;
      if (!launch.report().isEmpty() && !told) {
        err.println(launch.report().stripTrailing());
      }
    }
    CheckOutput checks =
        checker == null ? null : new CheckOutput(CheckResults.of(checker, device), reports);
    if (checks != null) {
      boolean taken = output.jsonToStandardOutput() || checks.takesOutput();
      checks.write(taken ? err : out, out, (file, text) -> outputs.write("--report", file, text));
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
    boolean right = verified == null || verified;
    int code = ExitCode.of(report.ending(), right);
    return outputs.finish(checks == null ? code : checks.exitCode(code), err);
  }

  private void profile(String title) {
    if (profiler == null) {
      return;
    }
    Path page = profiles.page();
    if (page != null) {
      String text = ProfilePage.of(profiler, title + " on " + device.machine().name());
      outputs.write("--profile", page, text.getBytes(StandardCharsets.UTF_8));
    } else if (!output.jsonToStandardOutput()) {
      out.print(ProfileText.of(profiler));
      out.flush();
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

  @Override
  public void close() {
    progress.clear();
    interruption.close();
  }
}
