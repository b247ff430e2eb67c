package dev.syncopate.model.litmus;

import java.util.List;

/** What a test asks of a final state. */
public sealed interface Condition {
  /** All hold. */
  record And(List<Condition> conditions) implements Condition {
    public And {
      conditions = List.copyOf(conditions);
    }

    /** Both hold. */
    public And(Condition a, Condition b) {
      this(List.of(a, b));
    }
  }

  /** One holds. */
  record Or(List<Condition> conditions) implements Condition {
    public Or {
      conditions = List.copyOf(conditions);
    }

    /** One of two holds. */
    public Or(Condition a, Condition b) {
      this(List.of(a, b));
    }
  }

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
