package dev.syncopate.app.observe;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Observed outcomes of a test's kernel on the machine, compared with those that a model allows.
 *
 * @param outcomes how many runs had each, by its text
 * @param witnesses outcomes that are as the test's condition says
 * @param endless runs that did not end, by how they ended
 * @param answer the model's
 */
public record Observation(
    LitmusTest test,
    SortedMap<String, Integer> outcomes,
    Set<String> witnesses,
    SortedMap<String, Integer> endless,
    ModelAnswer answer) {
  /** Keeps copies. */
  public Observation {
    outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
    witnesses = Set.copyOf(witnesses);
    endless = Collections.unmodifiableSortedMap(new TreeMap<>(endless));
  }

  /** What an outcome of the test tells. */
  static Observables observables(LitmusTest test) {
    return Observables.asked(test);
  }

  /** The outcomes that the model allows; none where it has no answer. */
  public Set<String> allowed() {
    AllowedOutcomes findings = answer.findings();
    return findings == null
        ? Set.of()
        : findings.outcomes().keySet().stream()
            .map(Object::toString)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the model promises anything of the test. */
  public boolean isJudged() {
    return answer.findings() != null && answer.undefining().isEmpty();
  }

  /** The outcomes that were observed and that the model forbids. */
  public List<String> forbidden() {
    Set<String> allowed = allowed();
    return isJudged()
        ? outcomes.keySet().stream().filter(outcome -> !allowed.contains(outcome)).toList()
        : List.of();
  }
}
