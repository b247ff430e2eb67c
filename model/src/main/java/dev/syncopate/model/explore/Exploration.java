package dev.syncopate.model.explore;

import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Result of exploring a test.
 *
 * @param test which
 * @param protocol coherence mechanism
 * @param model consistency model of the hardware
 * @param outcomes seen, in the order of their values, those the test's filter excludes left out
 * @param excluded outcomes that the filter excludes
 * @param failures in the order in which they were met
 * @param coverage of each setup
 */
public record Exploration(
    LitmusTest test,
    String protocol,
    String model,
    List<ObservedOutcome> outcomes,
    List<ObservedOutcome> excluded,
    List<ExplorationFailure> failures,
    List<SetupCoverage> coverage) {

  /**
   * With outcomes in the order of their values, and apart those that the test's filter leaves out.
   */
  public static Exploration of(
      LitmusTest test,
      String protocol,
      String model,
      Collection<ObservedOutcome> outcomes,
      List<ExplorationFailure> failures,
      List<SetupCoverage> coverage) {
    List<ObservedOutcome> included = new ArrayList<>();
    List<ObservedOutcome> excluded = new ArrayList<>();
    for (ObservedOutcome outcome : outcomes) {
      boolean counts = test.filter() == null || outcome.meets(test.filter());
      (counts ? included : excluded).add(outcome);
    }
    included.sort(byValues());
    excluded.sort(byValues());
    return new Exploration(
        test,
        protocol,
        model,
        List.copyOf(included),
        List.copyOf(excluded),
        List.copyOf(failures),
        List.copyOf(coverage));
  }

  private static Comparator<ObservedOutcome> byValues() {
    return (a, b) -> {
      for (Map.Entry<String, Long> entry : a.values().entrySet()) {
        int order = Long.compare(entry.getValue(), b.values().getOrDefault(entry.getKey(), 0L));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  /** The hardware's answer to the test's question. */
  public enum Answer {
    /** It asks whether an outcome exists, and one was seen. */
    OBSERVED,
    /** It asks whether an outcome exists, and none was seen. */
    NOT_OBSERVED,
    /** What it claims of all outcomes holds. */
    HOLDS,
    /** What it claims of all outcomes does not hold. */
    VIOLATED
  }

  /** Whether all setups were explored wholly. */
  public boolean complete() {
    return coverage.stream().allMatch(SetupCoverage::complete);
  }

  /** Outcomes that are as the test's condition says. */
  public List<ObservedOutcome> matching() {
    return outcomes.stream().filter(outcome -> outcome.meets(test.condition())).toList();
  }

  /** How the hardware answers what the test asks. */
  public Answer answer() {
    int matching = matching().size();
    return switch (test.quantifier()) {
      case EXISTS -> matching > 0 ? Answer.OBSERVED : Answer.NOT_OBSERVED;
      case NOT_EXISTS -> matching > 0 ? Answer.VIOLATED : Answer.HOLDS;
      case FORALL -> matching < outcomes.size() ? Answer.VIOLATED : Answer.HOLDS;
    };
  }

  /** States of all setups. */
  public long states() {
    return coverage.stream().mapToLong(part -> part.extent().states()).sum();
  }
}
