package dev.syncopate.check.scope;

import org.jspecify.annotations.Nullable;

/** Runs what advice is wanted for, as often as it takes: each time the same, to the digit. */
public interface AdviceRunner {
  /**
   * Result of a run.
   *
   * @param cycles of all launches
   * @param failure why the run counts for nothing: a launch did not end, or the answer was wrong;
   *     null if it was right
   */
  record Result(long cycles, @Nullable String failure) {}

  /**
   * Runs it from its beginning, on a new device that has the {@linkplain AdviceRun#kernels
   * variant's kernels} and is {@linkplain AdviceRun#watch watched} by the variant's observers.
   */
  Result run(AdviceRun variant);

  /** Whether the machine has remote scope promotion. */
  boolean promotes();

  /** Whether to go on: the user may want to end it. */
  boolean goesOn();
}
