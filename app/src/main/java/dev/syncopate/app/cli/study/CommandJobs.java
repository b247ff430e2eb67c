package dev.syncopate.app.cli.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobRunner;
import dev.syncopate.study.json.JsonReader;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.ProgressListener;
import dev.syncopate.workload.runtime.ProgressListener.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the jobs of a sweep that are command lines ({@link JobInput.Command}), each as a process of
 * this program; all other jobs are another runner's. May be used by several threads.
 */
final class CommandJobs implements JobRunner {
  private static final String MAIN = "dev.syncopate.app.cli.Main";
  private static final long POLL_MILLISECONDS = 100;
  private static final int MOST_SAID = 2000;

  private final JobRunner runner;

  /**
   * @param runner does all jobs that are no command lines
   */
  CommandJobs(JobRunner runner) {
    this.runner = runner;
  }

  @Override
  public @Nullable JobResult run(Job job, String key, ProgressListener progress) {
    if (!(job.input() instanceof JobInput.Command command)) {
      return runner.run(job, key, progress);
    }
    try {
      Path folder = Files.createTempDirectory("syncopate-command-");
      Path document = folder.resolve("result.json");
      Path output = folder.resolve("said.txt");
      try {
        return run(job, command, key, progress, document, output);
      } finally {
        Files.deleteIfExists(document);
        Files.deleteIfExists(output);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable JobResult run(
      Job job,
      JobInput.Command command,
      String key,
      ProgressListener progress,
      Path document,
      Path output)
      throws IOException {
    Process process =
        new ProcessBuilder(line(job, command, document))
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile())
            .start();
    if (!hasEnded(process, progress)) {
      return null;
    }
    int code = process.exitValue();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    if (!Files.isRegularFile(document)) {
      String message = text.substring(0, Math.min(text.length(), MOST_SAID)).strip();
      if (code == ExitCode.USAGE) {
        throw new LaunchException(message.replaceFirst("^error: ", ""));
      }
      throw new IllegalStateException("exit code %d: %s".formatted(code, message));
    }
    JsonNode read = JsonReader.read("results", Files.readString(document), JsonNode.class);
    return CommandResults.of(job, key, job.input().describe(), read, code);
  }

  /** Whether it ended by itself, and not because the sweep was asked to stop. */
  private static boolean hasEnded(Process process, ProgressListener progress) {
    try {
      while (!process.waitFor(POLL_MILLISECONDS, TimeUnit.MILLISECONDS)) {
        if (!progress.progress(new Progress("", 0, 0, 0, 0))) {
          process.destroy();
          process.waitFor();
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static List<String> line(Job job, JobInput.Command command, Path document) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-agentlib") && !option.startsWith("-javaagent"))
        .forEach(line::add);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    line.addAll(CommandResults.arguments(command.words(), job, document.toString()));
    return line;
  }
}
