package dev.syncopate.model.explore;

import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;

/**
 * What exploring a test has shown.
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
    List<Outcome> outcomes,
    List<Outcome> excluded,
    List<Failure> failures,
    List<Coverage> coverage) {

  /** How the hardware answers what the test asks. */
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
    return coverage.stream().allMatch(Coverage::complete);
  }

  /** Outcomes that are as the test's condition says. */
  public List<Outcome> matching() {
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
    return coverage.stream().mapToLong(each -> each.extent().states()).sum();
  }
}
