package dev.syncopate.app.shrink;

import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.check.schedule.ScheduleStory;
import dev.syncopate.sim.perturb.PerturbationList;
import org.jspecify.annotations.Nullable;

/**
 * Result of shrinking.
 *
 * @param outcome how the search has ended
 * @param failure what fails; null where nothing does
 * @param seed of the schedule that was shrunk; 0 for a list that was given
 * @param schedules that were run for one that fails
 * @param drawn how many delays and orders that schedule has
 * @param schedule the shrunk one
 * @param trials runs for shrinking
 * @param cycles of the run under the shrunk schedule
 * @param story of that run; null where there is none
 */
public record ShrinkReport(
    Outcome outcome,
    @Nullable ReportedProblem failure,
    int seed,
    int schedules,
    int drawn,
    PerturbationList schedule,
    int trials,
    long cycles,
    @Nullable ScheduleStory story) {
  /** End of the search. */
  public enum Outcome {
    /** No schedule has failed. */
    NONE_FAILED,
    /** The machine's own schedule fails the same way. */
    FAILS_ALONE,
    /** The run under the listed schedule is not the run under the drawn one. */
    NOT_REPEATED,
    /** Without any one of the delays the failure vanishes. */
    MINIMAL,
    /** There may be a shorter list: the trials were used up. */
    OUT_OF_TRIALS,
    /** There may be a shorter list: the search was stopped. */
    INTERRUPTED
  }

  /** Whether there is a schedule that fails. */
  public boolean failed() {
    return failure != null;
  }

  /** The same with the story of the run under the shrunk schedule. */
  public ShrinkReport with(ScheduleStory newStory) {
    return new ShrinkReport(
        outcome, failure, seed, schedules, drawn, schedule, trials, cycles, newStory);
  }
}
