package dev.syncopate.model.verdict;

import dev.syncopate.model.axiom.candidate.OutcomeRefusal;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.explore.ObservedOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A memory model's verdict on an exploration.
 *
 * @param model the model's name
 * @param racy whether the model promises nothing of the test, as it has a race: then nothing is
 *     forbidden
 * @param cut whether the model left executions out whose loops iterate more often than its bound
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
   * @param refusal an execution with this outcome that breaks as few of the model's requirements as
   *     any, and the requirements; null where no execution ends so, as when a value is out of thin
   *     air
   */
  public record Forbidden(ObservedOutcome outcome, @Nullable OutcomeRefusal refusal) {
    /** The names of the requirements that are broken. */
    public List<String> requirements() {
      return refusal == null
          ? List.of()
          : refusal.judgement().violations().stream()
              .map(Judgement.Violation::requirement)
              .distinct()
              .toList();
    }
  }

  /** Whether everything observed is allowed. */
  public boolean passes() {
    return forbidden.isEmpty();
  }
}
