package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.FinalCondition.And;
import dev.syncopate.model.litmus.FinalCondition.Compare;
import dev.syncopate.model.litmus.FinalCondition.Not;
import dev.syncopate.model.litmus.FinalCondition.Or;
import dev.syncopate.model.litmus.FinalCondition.Term;
import java.util.List;

/** Final state of a run of a test. */
public interface FinalState {
  /** What a thread's register holds. */
  long register(int thread, String name);

  /** What a location, or another name of one, holds. */
  long content(String location);

  /** Where a location, or another name of one, is. */
  long address(String location);

  /** Whether the state is as a condition says. */
  default boolean meets(FinalCondition condition) {
    return switch (condition) {
      case And(List<FinalCondition> conditions) -> conditions.stream().allMatch(this::meets);
      case Or(List<FinalCondition> conditions) -> conditions.stream().anyMatch(this::meets);
      case Not(FinalCondition a) -> !meets(a);
      case Compare(ComparisonOperator comparison, Term a, Term b) ->
          comparison.holds(value(a), value(b));
    };
  }

  /** The value of a term in this state. */
  default long value(Term term) {
    return switch (term) {
      case Term.Constant(long value) -> value;
      case Term.Register(int thread, String name) -> register(thread, name);
      case Term.Content(String location) -> content(location);
      case Term.Address(String location) -> address(location);
    };
  }
}
