package dev.syncopate.app.cli;

import dev.syncopate.workload.runtime.LaunchResult.Ending;

/** What the process's exit status says. */
final class ExitCode {
  /** Everything ran and every answer was right. */
  static final int RIGHT = 0;

  /** The answer was wrong, a buffer differs from what was expected, or a thread failed. */
  static final int WRONG = 1;

  /** The command, a file or an argument cannot be used. */
  static final int USAGE = 2;

  /** The kernel hung. */
  static final int HANG = 3;

  /** The cycle limit was reached. */
  static final int MAX_CYCLES = 4;

  /** The simulator failed. */
  static final int INTERNAL = 70;

  /** Ctrl-C. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  static int of(Ending ending, boolean right) {
    return switch (ending) {
      case DONE -> right ? RIGHT : WRONG;
      case FAULT -> WRONG;
      case HANG -> HANG;
      case MAX_CYCLES -> MAX_CYCLES;
      case INTERRUPTED -> INTERRUPTED;
    };
  }
}
