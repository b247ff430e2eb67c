package dev.syncopate.model.litmus;

import java.util.List;

/** Condition of a test on the final state. */
public sealed interface FinalCondition {
  /** Holds in every final state. */
  FinalCondition TRUE =
      new Compare(ComparisonOperator.EQ, new Term.Constant(0), new Term.Constant(0));

  /** All hold. */
  record And(List<FinalCondition> conditions) implements FinalCondition {
    public And {
      conditions = List.copyOf(conditions);
    }

    /** Both hold. */
    public And(FinalCondition a, FinalCondition b) {
      this(List.of(a, b));
    }
  }

  /** Disjunction. */
  record Or(List<FinalCondition> conditions) implements FinalCondition {
    public Or {
      conditions = List.copyOf(conditions);
    }

    /** One of two holds. */
    public Or(FinalCondition a, FinalCondition b) {
      this(List.of(a, b));
    }
  }

  /** It does not hold. */
  record Not(FinalCondition a) implements FinalCondition {}

  /** Two values compare so. */
  record Compare(ComparisonOperator comparison, Term a, Term b) implements FinalCondition {}

  /** A value of a final state. */
  sealed interface Term {
    /** A number. */
    record Constant(long value) implements Term {}

    /** A thread's register. */
    record Register(int thread, String name) implements Term {}

    /** Content of a location at the end. */
    record Content(String location) implements Term {}

    /** Address of a location. */
    record Address(String location) implements Term {}
  }
}
