package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.SymbolicValue;

/** Place of an observable in a skeleton. */
sealed interface ObservedPlace {
  /** What a thread computes, an index into the test's threads. */
  record Computed(int thread, SymbolicValue value) implements ObservedPlace {}

  /** The last write to a location. */
  record Last(int location) implements ObservedPlace {}
}
