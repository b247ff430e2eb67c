package dev.syncopate.app.cli.console;

import picocli.CommandLine.Option;

/** Number of parallel explorations. */
public final class ThreadsOption {
  private static final int MOST = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Tests, machines of a test, and many states of one machine explored at once. Nothing but"
              + " the time and the memory needed depends on it. Default: ${DEFAULT-VALUE}")
  public int number;

  /**
   * @throws UserErrorException for a number that is out of range
   */
  public void check() {
    if (number < 1 || number > MOST) {
      throw new UserErrorException(
          "--threads takes a number from 1 to %d, not %d".formatted(MOST, number));
    }
  }
}
