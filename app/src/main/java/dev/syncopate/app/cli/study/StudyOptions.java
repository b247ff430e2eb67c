package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.UserErrorException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands that run many jobs take. */
final class StudyOptions {
  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      description = "Runs at once; results do not depend on it. Default: the number of cores")
  private @Nullable Integer jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of generated inputs. Default: ${DEFAULT-VALUE}")
  long seed;

  @Option(names = "--quiet", description = "Print nothing but errors.")
  boolean quiet;

  int jobs() {
    int number = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    if (number < 1 || number > 1024) {
      throw new UserErrorException("--jobs takes a number from 1 to 1024, not " + number);
    }
    return number;
  }
}
