package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.UserErrorException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Number of parallel simulations, and their progress output. */
class RunnerOptions {
  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      description = "Runs at once; results do not depend on it. Default: the number of cores")
  private @Nullable Integer jobs;

  @Option(
      names = "--pdf",
      description = "Write each picture as PDF, too: a page of its size, fonts embedded.")
  boolean pdf;

  @Option(names = "--quiet", description = "Print nothing but errors.")
  boolean quiet;

  /** Whether the command line says how many run at once. */
  final boolean hasJobs() {
    return jobs != null;
  }

  final int jobs() {
    int number = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    if (number < 1 || number > 1024) {
      throw new UserErrorException("--jobs takes a number from 1 to 1024, not " + number);
    }
    return number;
  }
}
