package dev.syncopate.app.cli.study;

import picocli.CommandLine.Option;

/** Options of commands that run many simulations of one seed. */
final class StudyOptions extends RunnerOptions {
  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of generated inputs. Default: ${DEFAULT-VALUE}")
  long seed;
}
