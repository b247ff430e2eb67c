package dev.syncopate.model.verdict;

import dev.syncopate.model.explore.Outcome;
import java.util.List;

/**
 * What a memory model says of an exploration.
 *
 * @param model the model's name
 * @param racy whether the model promises nothing of the test, as it has a race: then nothing is
 *     forbidden
 * @param cut whether the model left executions out whose loops go round more often than its bound
 * @param forbidden outcomes that were observed and are not allowed
 * @param unobserved outcomes that are allowed and were never observed: what the hardware is
 *     stronger at
 */
public record Verdict(
    String model, boolean racy, boolean cut, List<Forbidden> forbidden, List<String> unobserved) {

  /**
   * An outcome that is not allowed.
   *
   * @param outcome as the hardware came to it
   * @param requirements of the model that an execution with this outcome breaks; none where the
   *     outcome is not even coherent
   */
  public record Forbidden(Outcome outcome, List<String> requirements) {}

  /** Whether everything observed is allowed. */
  public boolean passes() {
    return forbidden.isEmpty();
  }
}
