package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.RunFailure;
import dev.syncopate.app.cuda.ProgramEnd;
import dev.syncopate.app.cuda.ProgramRun;
import dev.syncopate.app.cuda.client.ClientLibraries;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.app.report.Version;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.job.JobRunner;
import dev.syncopate.study.job.LaunchTotals;
import dev.syncopate.workload.runtime.AtomicOrderRules;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.ProgressListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs the jobs of a study that are programs with their own host code ({@link JobInput.Program}),
 * each as a new process on a new device, as {@code cuda} does; all other jobs are another runner's.
 * May be used by several threads.
 */
public final class ProgramJobs implements JobRunner {
  /** By which programs of suites say that their own check has failed. */
  private static final String WRONG = "FAILED";

  private final JobRunner fallback;
  private final Path libraries;

  /**
   * @param fallback does all jobs that are no programs
   */
  public ProgramJobs(JobRunner fallback) {
    this.fallback = fallback;
    libraries = new ClientLibraries(System.getenv()).folder();
  }

  @Override
  public @Nullable JobResult run(Job job, String key, ProgressListener progress) {
    if (!(job.input() instanceof JobInput.Program input)) {
      return fallback.run(job, key, progress);
    }
    try {
      Path outputFile = Files.createTempFile("syncopate-program-", ".txt");
      try {
        return run(job, input, key, progress, outputFile);
      } finally {
        Files.deleteIfExists(outputFile);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param output file for what the program prints, on standard error as well: suites differ
   */
  private @Nullable JobResult run(
      Job job, JobInput.Program input, String key, ProgressListener progress, Path output)
      throws IOException {
    long began = System.nanoTime();
    List<String> words = new ArrayList<>(List.of(input.file().toString()));
    words.addAll(input.arguments());
    CudaProgram program = ProgramFinder.usable(words.getFirst(), System.getenv());
    ProgramFinder.check(program, libraries);
    Redirect file = Redirect.appendTo(output.toFile());
    ProgramRun run = new ProgramRun(program, words, libraries).output(file, file);
    AtomicBoolean stopped = new AtomicBoolean();
    StringBuilder printed = new StringBuilder();
    Device device =
        device(job, input)
            .progress(ran -> {
              boolean goesOn = progress.progress(ran);
              stopped.compareAndSet(false, !goesOn);
              return goesOn && run.isAlive();
            })
            .printed(printed::append)
            .open();
    CudaSimulation simulation =
        new CudaSimulation(device, printed, message -> {}, (name, text) -> name);
    ProgramEnd end = run.run(simulation, stopped::get);
    if (stopped.get()) {
      return null;
    }
    String outputText = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    LaunchTotals totals = LaunchTotals.of(device);
    LaunchResult.@Nullable Ending worst = simulation.worst();
    return new JobResult(
        key,
        job.describe(),
        input.describe(),
        ending(worst, end, outputText, simulation),
        message(worst, end, outputText, simulation),
        totals.cycles(),
        device.launches().size(),
        totals.statistics(),
        Map.of(),
        Map.of(),
        (System.nanoTime() - began) / 1e9,
        0,
        Version.text());
  }

  private static DeviceBuilder device(Job job, JobInput.Program input) {
    DeviceBuilder builder =
        new DeviceBuilder(job.machine(), job.protocol(), job.model())
            .seed(job.seed())
            .maxCycles(input.mostCycles());
    job.settings().forEach(builder::set);
    return input.orders().isEmpty()
        ? builder
        : builder.orders(AtomicOrderRules.parse(input.orders()));
  }

  private static Ending ending(
      LaunchResult.@Nullable Ending worst,
      ProgramEnd end,
      String outputText,
      CudaSimulation simulation) {
    if (worst != null) {
      return switch (worst) {
        case HANG, NO_PROGRESS, MAX_CYCLES -> Ending.HANG;
        default -> Ending.FAILED;
      };
    }
    if (end.status() != 0 || simulation.hasRefused()) {
      return Ending.FAILED;
    }
    return outputText.contains(WRONG) ? Ending.WRONG : Ending.UNCHECKED;
  }

  private static String message(
      LaunchResult.@Nullable Ending worst,
      ProgramEnd end,
      String outputText,
      CudaSimulation simulation) {
    String endText = end.text();
    if (worst != null) {
      return "%s; the program: %s".formatted(RunFailure.of(worst), endText);
    }
    if (simulation.hasRefused()) {
      List<String> refused = new ArrayList<>(simulation.refusals());
      refused.addAll(simulation.unsupportedCalls());
      return "the simulator refuses %s; the program: %s"
          .formatted(String.join(", ", refused), endText);
    }
    return outputText.contains(WRONG) ? "the program's own check fails; " + endText : endText;
  }
}
