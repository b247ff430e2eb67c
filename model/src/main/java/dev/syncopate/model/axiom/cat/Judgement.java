package dev.syncopate.model.axiom.cat;

import java.util.List;

/**
 * A model's judgement of an execution.
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
   * @param steps how one comes from each of these events to the next, and round a cycle
   */
  public record Violation(String requirement, List<Integer> events, List<Step> steps) {
    /** Copies the lists. */
    public Violation {
      events = List.copyOf(events);
      steps = List.copyOf(steps);
    }
  }

  /**
   * A step from an event to another.
   *
   * @param relationName the relation's name, with {@code ^-1} behind it if the step goes against it
   */
  public record Step(int tail, int head, String relationName) {}
}
