package dev.syncopate.model.litmus;

/** What a test asks of a final state. */
public sealed interface Condition {
  /** Both hold. */
  record And(Condition a, Condition b) implements Condition {}

  /** One holds. */
  record Or(Condition a, Condition b) implements Condition {}

  /** It does not hold. */
  record Not(Condition a) implements Condition {}

  /** Two values compare so. */
  record Compare(Comparison comparison, Term a, Term b) implements Condition {}

  /** A value of a final state. */
  sealed interface Term {
    /** A number. */
    record Constant(long value) implements Term {}

    /** A thread's register. */
    record Register(int thread, String name) implements Term {}

    /** What a location holds at the end. */
    record Content(String location) implements Term {}

    /** Where a location is. */
    record Address(String location) implements Term {}
  }
}
