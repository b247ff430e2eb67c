package dev.syncopate.app.cli.console;

import dev.syncopate.workload.runtime.LaunchResult.Ending;

/** Why a run that is one of many counts for nothing, as part of a sentence. */
public final class RunFailure {
  /** It came to its end, and the answer is not right. */
  public static final String WRONG_ANSWER = "the answer is wrong";

  private RunFailure() {}

  /** A launch did not end by itself. */
  public static String of(Ending ending) {
    return switch (ending) {
      case DONE -> throw new IllegalArgumentException("it has ended by itself");
      case FAULT -> "a launch faults";
      case HANG -> "a launch hangs";
      case NO_PROGRESS -> "a launch shows no progress";
      case MAX_CYCLES -> "a launch does not end within --max-cycles";
      case INTERRUPTED -> "a launch is interrupted";
    };
  }
}
