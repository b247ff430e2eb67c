package dev.syncopate.app.cli.console;

import dev.syncopate.workload.runtime.LaunchResult.Ending;

/** Exit status of the process. */
public final class ExitCode {
  /** Everything ran and every answer was right. */
  public static final int RIGHT = 0;

  /** The answer was wrong, a buffer differs from what was expected, or a thread failed. */
  public static final int WRONG = 1;

  /** The command, a file or an argument cannot be used. */
  public static final int USAGE = 2;

  /** The kernel hung. */
  public static final int HANG = 3;

  /** The cycle limit was reached. */
  public static final int MAX_CYCLES = 4;

  /** Nothing was found, but not everything could be checked that was asked for. */
  public static final int UNCHECKED = 5;

  /** The simulator failed. */
  public static final int INTERNAL = 70;

  /** Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  public static int of(Ending ending, boolean right) {
    return switch (ending) {
      case DONE -> right ? RIGHT : WRONG;
      case FAULT -> WRONG;
      case HANG -> HANG;
      case MAX_CYCLES, NO_PROGRESS -> MAX_CYCLES;
      case INTERRUPTED -> INTERRUPTED;
    };
  }
}
