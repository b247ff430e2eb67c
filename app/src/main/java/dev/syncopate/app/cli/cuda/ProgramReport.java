package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cuda.server.Simulation;
import dev.syncopate.app.report.LaunchTable;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.Summary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
  private static final int SIGNALLED = 128;

  private final List<String> words;
  private final int status;
  private final Device device;
  private final Simulation simulation;

  ProgramReport(List<String> words, int status, Device device, Simulation simulation) {
    this.words = words;
    this.status = status;
    this.device = device;
    this.simulation = simulation;
  }

  /** Prints and writes it; returns the exit code. */
  int finish(OutputOptions output, boolean interrupted, CommandLine command) {
    PrintWriter err = command.getErr();
    RunReport report =
        new RunReport(
            words.getFirst(),
            subject(),
            device,
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
    int code = interrupted ? ExitCode.INTERRUPTED : code();
    Path json = output.json;
    if (output.jsonToStandardOutput()) {
      command.getOut().print(report.json());
      command.getOut().flush();
    } else if (json != null) {
      try {
        OutputFile.write("--json", json, report.json().getBytes(StandardCharsets.UTF_8));
      } catch (UserErrorException e) {
        err.println("error: " + e.getMessage());
        return code == ExitCode.RIGHT ? ExitCode.USAGE : code;
      }
    }
    return code;
  }

  private int code() {
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
