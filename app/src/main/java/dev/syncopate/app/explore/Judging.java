package dev.syncopate.app.explore;

import dev.syncopate.model.axiom.candidate.Findings;
import dev.syncopate.model.axiom.candidate.Observables;
import dev.syncopate.model.axiom.candidate.Search;
import dev.syncopate.model.axiom.candidate.WildAddressException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.Judge;
import dev.syncopate.model.verdict.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What a memory model says of a test, found before the test is explored: what a model cannot judge
 * need not be explored first.
 *
 * @param model the model; null where none is asked
 * @param findings what it allows; null where it has no answer
 * @param bound how often a thread executes an instruction at most, as the model counts
 * @param fault what the test does wrong in an execution that the model allows; else empty
 */
public record Judging(
    @Nullable CatModel model, @Nullable Findings findings, int bound, String fault) {

  /**
   * Asks a model.
   *
   * @throws dev.syncopate.model.axiom.candidate.TooLargeException where it cannot judge
   */
  public static Judging of(LitmusTest test, @Nullable CatModel model, int bound) {
    if (model == null) {
      return new Judging(null, null, bound, "");
    }
    try {
      Findings findings = Search.of(test, model, Observables.asked(test), bound);
      return new Judging(model, findings, bound, "");
    } catch (WildAddressException e) {
      return new Judging(model, null, bound, String.valueOf(e.getMessage()));
    }
  }

  /** What it says of what was seen; null where it says nothing. */
  public @Nullable Verdict judge(Exploration exploration) {
    return model == null || findings == null ? null : Judge.of(exploration, findings, model, bound);
  }
}
