package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.litmus.FinalState;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.BitSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reason why a model forbids an outcome: of the executions with this outcome, one that breaks
 * fewest requirements.
 *
 * @param execution such an execution
 * @param judgement what it breaks
 */
public record OutcomeRefusal(CandidateExecution execution, Judgement judgement) {
  private static final int MOST_EXECUTIONS = 20_000;

  /**
   * Looks for one, among some thousand executions at most.
   *
   * @param predicate says of a final state of the observables whether it is the outcome in question
   * @return null where no execution has the outcome, or the model allows one that does
   */
  public static @Nullable OutcomeRefusal of(
      LitmusTest test,
      CatModel model,
      Observables observables,
      int bound,
      Predicate<FinalState> predicate) {
    CatEvaluator evaluator = model.evaluator();
    Finder finder = new Finder(test, observables, evaluator, predicate);
    new ExecutionEnumeration(test, model, evaluator, bound, finder).run();
    OutcomeRefusal best = finder.best;
    return best == null || best.judgement.isAllowed() ? null : best;
  }

  private static final class Finder implements ExecutionEnumeration.Visitor {
    private final LitmusTest test;
    private final TestLocations locations;
    private final Observables observables;
    private final CatEvaluator evaluator;
    private final Predicate<FinalState> predicate;
    private final OutcomeBound prospects;
    private int executionCount;
    private @Nullable OutcomeRefusal best;

    Finder(
        LitmusTest test,
        Observables observables,
        CatEvaluator evaluator,
        Predicate<FinalState> predicate) {
      this.test = test;
      this.locations = new TestLocations(test);
      this.observables = observables;
      this.evaluator = evaluator;
      this.predicate = predicate;
      this.prospects = new OutcomeBound(test, observables, locations);
    }

    @Override
    public boolean isHopeless() {
      return executionCount > MOST_EXECUTIONS;
    }

    @Override
    public void whyHopeless(ConflictCause cause) {}

    @Override
    public boolean wantsAllowedOnly() {
      return false;
    }

    @Override
    public boolean isOfUse(CandidateExecution execution) {
      return executionCount <= MOST_EXECUTIONS && prospects.mayShow(execution, wanted());
    }

    private OutcomeBound.Wanted wanted() {
      return prospects.such(predicate::test);
    }

    @Override
    public void whyUseless(CandidateExecution execution, ConflictCause cause) {
      if (executionCount <= MOST_EXECUTIONS) {
        prospects.why(execution, wanted(), cause);
      }
    }

    @Override
    public BitSet first(CandidateExecution execution) {
      return prospects.open(execution);
    }

    private boolean has(CandidateExecution execution) {
      return FinalStates.of(test, observables, locations, execution).stream().anyMatch(predicate);
    }

    @Override
    public void whole(CandidateExecution execution) {
      if (!has(execution)) {
        return;
      }
      executionCount++;
      Judgement judgement = evaluator.judge();
      if (best == null || judgement.violations().size() < best.judgement.violations().size()) {
        best = new OutcomeRefusal(execution, judgement);
      }
    }
  }
}
