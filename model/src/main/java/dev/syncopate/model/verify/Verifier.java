package dev.syncopate.model.verify;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.WildAddressException;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.Judge;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verdict.Verdict;
import java.util.List;

/** Compares what hardware does with what its model allows, one test after the other. */
public final class Verifier implements Verification {
  /** How often an instruction is executed at first, and at most when that does not suffice. */
  private static final int BOUND = 3;

  private static final int LARGEST_BOUND = 6;

  private final ModelBinding binding;
  private final ExplorationRequest request;
  private final CatModel model;

  /**
   * @param request on which machines to explore and how much; its protocol and consistency model
   *     are the binding's, or what the copy unit of the binding is in front of
   */
  public Verifier(ModelBinding binding, ExplorationRequest request) {
    this.binding = binding;
    this.request = request;
    model = ModelCatalog.named(binding.model());
  }

  /**
   * Those of the copy unit, one for each binding: on machines with room for little and for all,
   * with cold and warm caches and locations apart.
   *
   * @param bound states of one of them after which to stop
   */
  public static List<Verifier> asynchronous(long bound) {
    return ModelBinding.asynchronous().stream()
        .map(binding -> of(binding, bound, ExplorationRequest.Reduction.OFF))
        .toList();
  }

  /** That of a binding of the copy unit. */
  public static Verifier of(
      ModelBinding binding, long bound, ExplorationRequest.Reduction reduction) {
    return new Verifier(
        binding, ExplorationRequest.of(binding.hardware(), "hrf").withBound(bound).with(reduction));
  }

  /** The same of bulk copies, mbarriers and proxy fences that are wrong. */
  Verifier withAsyncMutant(String mutant) {
    return new Verifier(binding, request.withAsyncMutant(mutant));
  }

  @Override
  public ModelBinding binding() {
    return binding;
  }

  /** What is wrong is explored once more with no order left out, for the shortest schedules. */
  @Override
  public VerificationResult check(LitmusTest original, Explorer.Progress progress) {
    VerificationResult result = check(original, request, progress);
    if (!result.standing().isWrong() || request.reduction() != ExplorationRequest.Reduction.ON) {
      return result;
    }
    VerificationResult again =
        check(original, request.with(ExplorationRequest.Reduction.OFF), progress);
    return again.standing() == result.standing() ? again : result;
  }

  private VerificationResult check(
      LitmusTest original, ExplorationRequest request, Explorer.Progress progress) {
    LitmusTest test = WholeStateTests.of(original);
    if (!test.shared().isEmpty() && !test.isAsynchronous()) {
      return new VerificationResult(
          test, binding, ModelStanding.REFUSED, "its locations are in shared memory", null, null);
    }
    if (test.isAsynchronous() && !model.knowsAsynchrony()) {
      return new VerificationResult(
          test,
          binding,
          ModelStanding.REFUSED,
          "model %s knows no asynchronous operations".formatted(binding.model()),
          null,
          null);
    }
    if (!binding.commutative() && VerificationSuite.isCommutative(test)) {
      return new VerificationResult(
          test,
          binding,
          ModelStanding.REFUSED,
          "model %s takes commutative atomics for relaxed ones, and %s does not"
              .formatted(binding.model(), binding.protocol()),
          null,
          null);
    }
    AllowedOutcomes findings;
    try {
      findings = ExecutionSearch.unlessRacy(test, model, Observables.asked(test), BOUND);
    } catch (TooLargeException | WildAddressException e) {
      return new VerificationResult(
          test, binding, ModelStanding.INCOMPLETE, String.valueOf(e.getMessage()), null, null);
    }
    if (findings.flags().keySet().stream().anyMatch(model::undefines)) {
      return new VerificationResult(test, binding, ModelStanding.RACY, "", null, null);
    }
    Exploration exploration;
    try {
      exploration = Explorer.explore(test, distinct(test, request), progress);
    } catch (IllegalArgumentException e) {
      return new VerificationResult(
          test, binding, ModelStanding.REFUSED, String.valueOf(e.getMessage()), null, null);
    }
    Verdict verdict = Judge.of(exploration, findings, model, BOUND);
    for (int bound = BOUND + 1; retries(verdict, bound); bound++) {
      try {
        verdict = Judge.of(exploration, model, bound);
      } catch (TooLargeException | WildAddressException e) {
        return new VerificationResult(
            test,
            binding,
            ModelStanding.INCOMPLETE,
            String.valueOf(e.getMessage()),
            exploration,
            null);
      }
    }
    return result(test, exploration, findings, verdict);
  }

  /** Without setups on which the locations lie as on others. */
  private static ExplorationRequest distinct(LitmusTest test, ExplorationRequest request) {
    int locations = test.locations().size();
    List<MachineSetup> setups =
        request.setups().stream().filter(setup -> setup.layout().isNewWith(locations)).toList();
    return setups.isEmpty() ? request : request.withSetups(setups);
  }

  /** Whether a loop may have iterated more often than the model looked. */
  private static boolean retries(Verdict verdict, int bound) {
    return !verdict.passes() && verdict.cut() && bound <= LARGEST_BOUND;
  }

  /**
   * Whether a failure is one. Threads that wait at a barrier which not enough reach do so in the
   * model as well. A loop that never terminates is one only where the model knows races and the
   * test has none: PTX promises nothing to a thread that looks with a scope which does not include
   * the one that writes.
   */
  private boolean isFault(ExplorationFailure failure, AllowedOutcomes findings) {
    return switch (failure.kind()) {
      case LIVELOCK -> !model.flags().isEmpty();
      case DEADLOCK -> !findings.hung();
      default -> true;
    };
  }

  private VerificationResult result(
      LitmusTest test, Exploration exploration, AllowedOutcomes findings, Verdict verdict) {
    if (!verdict.passes()) {
      return new VerificationResult(
          test, binding, ModelStanding.FORBIDDEN, "", exploration, verdict);
    }
    boolean fails = exploration.failures().stream().anyMatch(failure -> isFault(failure, findings));
    if (fails) {
      return new VerificationResult(test, binding, ModelStanding.FAULTY, "", exploration, verdict);
    }
    String reason =
        !exploration.complete()
            ? "stopped after %,d states".formatted(exploration.states())
            : findings.hung() && !exploration.failures().isEmpty()
                ? "its threads may wait forever at a barrier"
                : exploration.outcomes().isEmpty() ? "nothing was observed" : "";
    return new VerificationResult(
        test,
        binding,
        reason.isEmpty() ? ModelStanding.CONFORMS : ModelStanding.INCOMPLETE,
        reason,
        exploration,
        verdict);
  }
}
