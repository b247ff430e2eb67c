package dev.syncopate.app.explore;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.UnfinishedException;
import dev.syncopate.model.axiom.candidate.WildAddressException;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ObservedOutcome;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.Judge;
import dev.syncopate.model.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Judges what was seen of a test. When there is no time to find all that the model allows, it asks
 * for what was seen alone.
 *
 * @param model the model; null where none is asked
 * @param bound how often a thread executes an instruction at most, as the model counts
 * @param searchHalt when to give up looking for all that it allows
 * @param outcomeHalt when to give up looking for what was seen, some time later
 */
public record ObservationJudge(
    @Nullable CatModel model,
    int bound,
    Cancellation.Reason searchHalt,
    Cancellation.Reason outcomeHalt) {

  /**
   * The model's judgement.
   *
   * @param verdict null where it says nothing
   * @param unjudged what it was not asked to the end, and why; null where it was, or none is asked
   * @param fault what the test does wrong in an execution that the model allows; else empty
   */
  public record Judged(@Nullable Verdict verdict, @Nullable String unjudged, String fault) {}

  /**
   * Looks, before a test is explored, whether the model can judge it.
   *
   * @throws TooLargeException where it cannot
   */
  public void check(LitmusTest test) {
    if (model != null) {
      ExecutionSearch.check(test, model, bound);
    }
  }

  /** Asks the model. */
  public Judged of(Exploration exploration) {
    if (model == null) {
      return new Judged(null, null, "");
    }
    try {
      return judged(exploration, model);
    } catch (WildAddressException e) {
      return new Judged(null, null, String.valueOf(e.getMessage()));
    } catch (TooLargeException | HaltedException e) {
      return new Judged(null, e.getMessage(), "");
    }
  }

  private Judged judged(Exploration exploration, CatModel catModel) {
    LitmusTest test = exploration.test();
    AllowedOutcomes findings;
    try {
      findings =
          Cancellation.unless(
              searchHalt,
              () -> ExecutionSearch.unlessRacy(test, catModel, Observables.asked(test), bound));
    } catch (UnfinishedException e) {
      return partly(exploration, catModel, e);
    }
    Verdict verdict =
        Cancellation.unless(outcomeHalt, () -> Judge.of(exploration, findings, catModel, bound));
    return new Judged(verdict, null, "");
  }

  /** Where what the model allows is not known wholly. */
  private Judged partly(
      Exploration exploration, CatModel catModel, UnfinishedException unfinished) {
    String why = String.valueOf(unfinished.getMessage());
    AllowedOutcomes knownFindings = unfinished.soFar();
    List<ObservedOutcome> remaining = Judge.outside(exploration, knownFindings);
    boolean isKnown = remaining.isEmpty();
    if (!isKnown) {
      LitmusTest test = exploration.test();
      try {
        knownFindings =
            knownFindings.and(
                Cancellation.unless(
                    outcomeHalt, () -> Judge.among(remaining, test, catModel, bound)));
        isKnown = catModel.flags().stream().noneMatch(catModel::undefines);
      } catch (UnfinishedException e) {
        knownFindings = knownFindings.and(e.soFar());
      }
    }
    int allowed = exploration.outcomes().size() - Judge.outside(exploration, knownFindings).size();
    if (!isKnown && allowed < exploration.outcomes().size()) {
      String message =
          String.format(
              Locale.ROOT,
              "%s; of %,d outcomes observed it allows %,d, of the others it is not known",
              why,
              exploration.outcomes().size(),
              allowed);
      return new Judged(null, message, "");
    }
    AllowedOutcomes finalFindings = knownFindings;
    Verdict verdict =
        Cancellation.unless(
            outcomeHalt, () -> Judge.of(exploration, finalFindings, catModel, bound));
    return new Judged(verdict, why + "; it may allow more outcomes that were not observed", "");
  }
}
