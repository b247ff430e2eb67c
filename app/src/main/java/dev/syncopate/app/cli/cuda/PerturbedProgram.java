package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.watch.CheckOptions;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.app.cuda.ProgramEnd;
import dev.syncopate.app.cuda.ProgramRun;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.check.Checker;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A program that is run once under each of several schedules, each time as a new process. What it
 * prints is shown of the first run, and of the first that fails: a program's own words may say why.
 */
final class PerturbedProgram {
  private final CudaProgram program;
  private final List<String> words;
  private final Path libraries;
  private final Schedules schedules;
  private final CommandSpec spec;
  private boolean shown;
  private boolean failed;

  PerturbedProgram(
      CudaProgram program,
      List<String> words,
      Path libraries,
      Schedules schedules,
      CommandSpec spec) {
    this.program = program;
    this.words = words;
    this.libraries = libraries;
    this.schedules = schedules;
    this.spec = spec;
  }

  /** Runs it on a device that is not open yet. */
  void run(int seed, DeviceBuilder builder, CheckOptions watched) throws IOException {
    Path out = Files.createTempFile("syncopate-out-", ".txt");
    Path err = Files.createTempFile("syncopate-err-", ".txt");
    try {
      run(seed, builder, watched, out, err);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private void run(int seed, DeviceBuilder builder, CheckOptions watched, Path out, Path err)
      throws IOException {
    Interruption interruption = schedules.interruption();
    ProgramRun run =
        new ProgramRun(program, words, libraries)
            .output(Redirect.to(out.toFile()), Redirect.to(err.toFile()));
    StringBuilder printed = new StringBuilder();
    List<String> messages = new ArrayList<>();
    Device device =
        builder
            .progress(progress -> !interruption.requested() && run.isAlive())
            .printed(printed::append)
            .open();
    @Nullable Checker checker = watched.watch(device);
    CudaSimulation simulation =
        new CudaSimulation(device, printed, messages::add, (name, text) -> name);
    ProgramFinder.tell(simulation, checker);
    ProgramEnd end = run.run(simulation, interruption::requested);
    int status = end.status();
    CheckResults results =
        checker == null ? CheckResults.of(device) : CheckResults.of(checker, device);
    int code = ProgramReport.code(simulation, status);
    if (status != 0 && results.clean()) {
      results =
          results.with(ReportedProblem.of(device, "exit-status", "failure", end.text(), List.of()));
    }
    boolean fails = code != ExitCode.RIGHT || !results.clean();
    if (!shown || (fails && !failed)) {
      shown = true;
      failed |= fails;
      show(seed, out, err, messages);
    }
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("command", "cuda");
    subject.put("program", words);
    subject.putAll(Schedules.machine(device));
    long cycles = device.launches().stream().mapToLong(LaunchResult::cycles).sum();
    int ended = interruption.requested() ? ExitCode.INTERRUPTED : code;
    schedules.add(subject, seed, ended, status == 0, cycles, results);
  }

  /** What the program and the simulator have said, once it has ended. */
  private void show(int seed, Path out, Path err, List<String> messages) throws IOException {
    PrintWriter people = spec.commandLine().getErr();
    people.println("syncopate: output of the program under the schedule of seed " + seed);
    people.flush();
    copy(out, spec.commandLine().getOut());
    copy(err, people);
    messages.forEach(message -> people.println("syncopate: " + message));
    people.flush();
  }

  private static void copy(Path source, PrintWriter target) throws IOException {
    target.print(new String(Files.readAllBytes(source), Charset.defaultCharset()));
    target.flush();
  }
}
