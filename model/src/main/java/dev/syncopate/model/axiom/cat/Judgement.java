package dev.syncopate.model.axiom.cat;

import java.util.List;

/**
 * What a model says of an execution.
 *
 * @param violations the requirements that it breaks; none if it is allowed
 * @param flags what it reports of an allowed execution, such as a race
 */
public record Judgement(List<Violation> violations, List<String> flags) {
  /** Copies the lists. */
  public Judgement {
    violations = List.copyOf(violations);
    flags = List.copyOf(flags);
  }

  /** Whether the model allows the execution. */
  public boolean isAllowed() {
    return violations.isEmpty();
  }

  /**
   * A requirement that an execution breaks.
   *
   * @param requirement its name
   * @param events those that break it, by number: a shortest cycle, or a pair, or none where
   *     something required is missing
   */
  public record Violation(String requirement, List<Integer> events) {
    /** Copies the list. */
    public Violation {
      events = List.copyOf(events);
    }
  }
}
