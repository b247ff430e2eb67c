package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.litmus.FinalState;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a model allows of a test. The search cuts off a partial execution that already breaks
 * a requirement which more pairs of {@code rf} and {@code co} cannot mend, and one that can only
 * repeat known results.
 */
public final class ExecutionSearch implements ExecutionEnumeration.Visitor {
  private final LitmusTest test;
  private final CatModel model;
  private final TestLocations locations;
  private final Observables observables;
  private final OutcomeBound prospects;
  private final CatEvaluator evaluator;
  private final Map<ObservedState, CandidateExecution> outcomes = new HashMap<>();
  private final SortedMap<String, CandidateExecution> flags = new TreeMap<>();
  private final Aim aim;
  private long judged;
  private boolean filtered;

  /**
   * Aim of a search.
   *
   * @param predicate outcomes; flags are not looked for; null for all outcomes and flags
   * @param untilRace whether nothing more is once there is a race
   */
  private record Aim(@Nullable Predicate<FinalState> predicate, boolean untilRace) {}

  private ExecutionSearch(LitmusTest test, CatModel model, Observables observables, Aim aim) {
    String unknown = unknown(test, model);
    if (unknown != null) {
      throw new IllegalArgumentException(unknown);
    }
    this.test = test;
    this.model = model;
    this.aim = aim;
    this.locations = new TestLocations(test);
    this.observables = observables;
    this.prospects = new OutcomeBound(test, observables, locations);
    this.evaluator = model.evaluator();
  }

  /** What a test has that a model says nothing of, so that it cannot be judged; else null. */
  public static @Nullable String unknown(LitmusTest test, CatModel model) {
    if (test.isAsynchronous() && !model.knowsAsynchrony()) {
      return "the model says nothing of asynchronous operations; ptx-9-async does";
    }
    return test.hasTransactions() && !model.knowsTransactions()
        ? "the model says nothing of transactions; local-tx does"
        : null;
  }

  /**
   * What a model allows of a test.
   *
   * @param observables what outcomes tell apart
   * @param bound how often a thread executes an instruction at most, at least 1
   * @throws TooLargeException where there are too many executions
   * @throws WildAddressException where a thread uses as an address what is none
   * @throws UnfinishedException where it was told to end
   */
  public static AllowedOutcomes of(
      LitmusTest test, CatModel model, Observables observables, int bound) {
    return run(new ExecutionSearch(test, model, observables, new Aim(null, false)), bound);
  }

  /**
   * The same; but of a test with a race, of which the model promises nothing, perhaps no more than
   * that it has one.
   *
   * @throws TooLargeException where there are too many executions
   * @throws WildAddressException where a thread uses as an address what is none
   * @throws UnfinishedException where it was told to end
   */
  public static AllowedOutcomes unlessRacy(
      LitmusTest test, CatModel model, Observables observables, int bound) {
    return run(new ExecutionSearch(test, model, observables, new Aim(null, true)), bound);
  }

  /**
   * Which of some outcomes the model allows, found sooner than all that it allows. Says nothing of
   * flags, and perhaps something of other outcomes.
   *
   * @throws TooLargeException where there are too many executions
   * @throws WildAddressException where a thread uses as an address what is none
   * @throws UnfinishedException where it was told to end
   */
  public static AllowedOutcomes among(
      Predicate<FinalState> predicate,
      LitmusTest test,
      CatModel model,
      Observables observables,
      int bound) {
    return run(new ExecutionSearch(test, model, observables, new Aim(predicate, true)), bound);
  }

  /**
   * The same as {@link #of}, or {@link #among} where there is a predicate, searched over clauses
   * from the start where coherence is total.
   */
  static AllowedOutcomes byClauses(
      @Nullable Predicate<FinalState> predicate,
      LitmusTest test,
      CatModel model,
      Observables observables,
      int bound) {
    Aim aim = new Aim(predicate, /* untilRace= */ predicate != null);
    ExecutionSearch search = new ExecutionSearch(test, model, observables, aim);
    ExecutionEnumeration enumeration =
        new ExecutionEnumeration(test, model, search.evaluator, bound, search);
    enumeration.runByClauses();
    return search.findings(enumeration);
  }

  /**
   * Looks whether a test has more ways through its threads' programs than a model can judge.
   *
   * @throws TooLargeException where it has
   */
  public static void check(LitmusTest test, CatModel model, int bound) {
    ExecutionSearch search =
        new ExecutionSearch(test, model, Observables.all(test), new Aim(null, false));
    List<List<ThreadPath>> _ =
        new ExecutionEnumeration(test, model, search.evaluator, bound, search).paths();
  }

  private static AllowedOutcomes run(ExecutionSearch search, int bound) {
    ExecutionEnumeration enumeration =
        new ExecutionEnumeration(search.test, search.model, search.evaluator, bound, search);
    try {
      enumeration.run();
    } catch (HaltedException e) {
      throw new UnfinishedException(String.valueOf(e.getMessage()), search.findings(enumeration));
    }
    return search.findings(enumeration);
  }

  private AllowedOutcomes findings(ExecutionEnumeration enumeration) {
    return new AllowedOutcomes(
        observables,
        new TreeMap<>(outcomes),
        flags,
        judged,
        enumeration.cut(),
        enumeration.hung(),
        enumeration.looping(),
        filtered);
  }

  @Override
  public boolean isDone() {
    return aim.untilRace() && flags.keySet().stream().anyMatch(model::undefines);
  }

  @Override
  public boolean isHopeless() {
    return isDone() || evaluator.isHopeless();
  }

  @Override
  public void whyHopeless(ConflictCause cause) {
    if (!isDone()) {
      evaluator.whyHopeless(cause);
    }
  }

  @Override
  public boolean wantsAllowedOnly() {
    return true;
  }

  /**
   * Whether it may show anything new. What it leaves behind now is all that it may leave behind
   * when more writes are in order: then fewer are last.
   */
  @Override
  public boolean isOfUse(CandidateExecution execution) {
    if (aim.predicate() == null) {
      for (String flag : model.flags()) {
        if (!flags.containsKey(flag) && evaluator.mayReport(flag)) {
          return true;
        }
      }
    }
    return prospects.mayShow(execution, wanted());
  }

  @Override
  public @Nullable Set<ObservedState> knownOutcomes() {
    return aim.predicate() == null
            && test.filter() == null
            && flags.keySet().containsAll(model.flags())
        ? outcomes.keySet()
        : null;
  }

  @Override
  public List<ObservedPlace> places(ExecutionSkeleton skeleton) {
    return prospects.places(skeleton);
  }

  private OutcomeBound.Wanted wanted() {
    Predicate<FinalState> predicate = aim.predicate();
    if (predicate != null) {
      return prospects.such(outcome -> predicate.test(outcome) && isNew(outcome));
    }
    return test.filter() == null
        ? prospects.others(outcomes.keySet())
        : prospects.such(this::isNew);
  }

  @Override
  public void whyUseless(CandidateExecution execution, ConflictCause cause) {
    prospects.why(execution, wanted(), cause);
    if (aim.predicate() == null) {
      for (String flag : model.flags()) {
        if (!flags.containsKey(flag)) {
          evaluator.whyNotReported(flag, cause);
        }
      }
    }
  }

  @Override
  public BitSet first(CandidateExecution execution) {
    return prospects.open(execution);
  }

  private boolean isNew(ObservedState outcome) {
    boolean isLeftOut = test.filter() != null && !outcome.meets(test.filter());
    return isLeftOut ? !filtered : !outcomes.containsKey(outcome);
  }

  /** Judges a whole execution, if it can show anything new. */
  @Override
  public void whole(CandidateExecution execution) {
    List<ObservedState> fresh = fresh(execution);
    if (fresh == null) {
      return;
    }
    judged++;
    Judgement judgement = evaluator.judge();
    if (!judgement.isAllowed()) {
      return;
    }
    for (ThreadPath path : execution.skeleton.paths) {
      if (path.fault() != null) {
        throw new WildAddressException(path.fault(), model.name());
      }
    }
    fresh.forEach(outcome -> outcomes.put(outcome, execution));
    judgement.flags().forEach(flag -> flags.putIfAbsent(flag, execution));
  }

  /** The outcomes that were not seen before; null where an execution can show nothing new. */
  private @Nullable List<ObservedState> fresh(CandidateExecution execution) {
    List<ObservedState> fresh = new ArrayList<>();
    boolean counts = false;
    for (ObservedState outcome : FinalStates.of(test, observables, locations, execution)) {
      if (test.filter() != null && !outcome.meets(test.filter())) {
        filtered = true;
      } else {
        counts = true;
        if (!outcomes.containsKey(outcome)) {
          fresh.add(outcome);
        }
      }
    }
    boolean allFlags = flags.keySet().containsAll(model.flags());
    return !counts || (allFlags && fresh.isEmpty()) ? null : fresh;
  }
}
