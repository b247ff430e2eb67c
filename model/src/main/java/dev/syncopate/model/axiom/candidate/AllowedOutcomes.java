package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Outcomes of a test that a model allows.
 *
 * @param observables what outcomes tell apart
 * @param outcomes each outcome that is allowed, with an execution that ends in it
 * @param flags each thing that the model reports of some allowed execution, such as a race, with
 *     that execution
 * @param judged how many executions were judged whole; of those that could show nothing new none is
 * @param cut whether executions were left out in which a loop iterates more often than the bound
 * @param hung whether some executions ended at a barrier that is never complete
 * @param looping whether executions were left out in which a loop only goes on looking
 * @param filtered whether the test's filter excluded some
 */
public record AllowedOutcomes(
    Observables observables,
    SortedMap<ObservedState, CandidateExecution> outcomes,
    SortedMap<String, CandidateExecution> flags,
    long judged,
    boolean cut,
    boolean hung,
    boolean looping,
    boolean filtered) {
  /** Keeps copies. */
  public AllowedOutcomes {
    outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
    flags = Collections.unmodifiableSortedMap(new TreeMap<>(flags));
  }

  /** With what another search of the same test and model has found. */
  public AllowedOutcomes and(AllowedOutcomes right) {
    SortedMap<ObservedState, CandidateExecution> allOutcomes = new TreeMap<>(right.outcomes);
    allOutcomes.putAll(outcomes);
    SortedMap<String, CandidateExecution> allFlags = new TreeMap<>(right.flags);
    allFlags.putAll(flags);
    return new AllowedOutcomes(
        observables,
        allOutcomes,
        allFlags,
        judged + right.judged,
        cut || right.cut,
        hung || right.hung,
        looping || right.looping,
        filtered || right.filtered);
  }

  /**
   * The answer to a test's question.
   *
   * @throws IllegalStateException where there is no outcome to ask about
   */
  public boolean verdict(LitmusTest test) {
    if (outcomes.isEmpty()) {
      throw new IllegalStateException("a test without an outcome has no verdict");
    }
    FinalCondition condition = test.condition();
    Stream<ObservedState> outcomeStream = outcomes.keySet().stream();
    return switch (test.quantifier()) {
      case EXISTS -> outcomeStream.anyMatch(outcome -> outcome.meets(condition));
      case NOT_EXISTS -> outcomeStream.noneMatch(outcome -> outcome.meets(condition));
      case FORALL -> outcomeStream.allMatch(outcome -> outcome.meets(condition));
    };
  }
}
