package dev.syncopate.model.axiom.candidate;

/** Experience of a test's skeletons that were completed, for those that are still to be. */
final class SearchHistory {
  /** Steps of each order of choices before a search over clauses; a skeleton is often done then. */
  private static final long FIRST_STEPS = 256;

  /** The same where a skeleton of the test was not done then. */
  private static final long FEW_STEPS = 16;

  private final SharedConflicts conflicts = new SharedConflicts();
  private boolean observedFirst = true;
  private long steps;

  SearchHistory() {
    this(FIRST_STEPS);
  }

  /**
   * @param steps of each order of choices before a search over clauses
   */
  SearchHistory(long steps) {
    this.steps = steps;
  }

  /** Conflicts with the model. */
  SharedConflicts conflicts() {
    return conflicts;
  }

  /** Whether what is observed came first where the last skeleton was done. */
  boolean observedFirst() {
    return observedFirst;
  }

  /** A skeleton was done, in one of two orders of choices. */
  void done(boolean hadObservedFirst) {
    observedFirst = hadObservedFirst;
  }

  /** Steps of each order of choices before a search over clauses. */
  long steps() {
    return steps;
  }

  /** A skeleton was not done in so many steps. */
  void exceeded() {
    steps = Math.min(steps, FEW_STEPS);
  }
}
