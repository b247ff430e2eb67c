package dev.syncopate.model.progress;

/**
 * The question whether every run of a test ends.
 *
 * @param fairness guarantee of the scheduler
 * @param granularity what the scheduler starts and guarantees as a whole
 */
public record TerminationQuestion(Fairness fairness, ProgressUnits.Granularity granularity) {
  /** As reports name it, for example {@code hsa fairness of blocks}. */
  @Override
  public String toString() {
    return fairness.text()
        + " fairness of "
        + (granularity == ProgressUnits.Granularity.BLOCK ? "blocks" : "threads");
  }
}
