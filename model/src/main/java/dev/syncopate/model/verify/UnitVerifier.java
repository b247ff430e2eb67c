package dev.syncopate.model.verify;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.WildAddressException;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.explore.transaction.UnitSetup;
import dev.syncopate.model.explore.transaction.WordLayout;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.Judge;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verdict.Verdict;
import java.util.List;

/** Compares what the transaction unit does with what its model allows. */
public final class UnitVerifier implements Verification {
  /** How often an instruction is executed at most, as the model counts. */
  private static final int BOUND = 4;

  private final ModelBinding binding;
  private final List<UnitSetup> setups;
  private final long bound;
  private final CatModel model;

  /**
   * @param setups on which units to explore
   * @param bound states of one of them after which to stop
   */
  public UnitVerifier(ModelBinding binding, List<UnitSetup> setups, long bound) {
    this.binding = binding;
    this.setups = List.copyOf(setups);
    this.bound = bound;
    model = ModelCatalog.named(binding.model());
  }

  /**
   * The unit that a binding is of; where it is the standard one also with each of its options.
   * Without isolation nothing is promised of words that are accessed in parts.
   */
  public static UnitVerifier of(ModelBinding binding, long bound) {
    boolean isStandard = binding.equals(ModelBinding.transactions().getFirst());
    List<UnitSetup> setups =
        isStandard
            ? UnitSetup.variants()
            : UnitSetup.all(List.of("tx.isolation=" + binding.hardware()), null).stream()
                .filter(setup -> setup.layout() != WordLayout.HALVES)
                .toList();
    return new UnitVerifier(binding, setups, bound);
  }

  @Override
  public ModelBinding binding() {
    return binding;
  }

  @Override
  public VerificationResult check(LitmusTest original, Explorer.Progress progress) {
    LitmusTest test = WholeStateTests.of(original);
    if (test.shared().isEmpty()) {
      return without(test, ModelStanding.REFUSED, "none of its locations is shared");
    }
    AllowedOutcomes findings;
    try {
      findings = ExecutionSearch.unlessRacy(test, model, Observables.asked(test), BOUND);
    } catch (TooLargeException | WildAddressException e) {
      return without(test, ModelStanding.INCOMPLETE, String.valueOf(e.getMessage()));
    }
    if (findings.flags().keySet().stream().anyMatch(model::undefines)) {
      return without(test, ModelStanding.RACY, "");
    }
    Exploration exploration;
    try {
      exploration = UnitExplorer.explore(test, suited(test), bound, progress);
    } catch (IllegalArgumentException e) {
      return without(test, ModelStanding.REFUSED, String.valueOf(e.getMessage()));
    }
    Verdict verdict = Judge.of(exploration, findings, model, BOUND);
    String reason =
        exploration.complete() ? "" : "stopped after %,d states".formatted(exploration.states());
    ModelStanding standing =
        !verdict.passes()
            ? ModelStanding.FORBIDDEN
            : !exploration.failures().isEmpty()
                ? ModelStanding.FAULTY
                : reason.isEmpty() ? ModelStanding.CONFORMS : ModelStanding.INCOMPLETE;
    return new VerificationResult(test, binding, standing, reason, exploration, verdict);
  }

  private List<UnitSetup> suited(LitmusTest test) {
    List<UnitSetup> suited = setups.stream().filter(setup -> setup.suits(test)).toList();
    return suited.isEmpty() ? setups : suited;
  }

  private VerificationResult without(LitmusTest test, ModelStanding standing, String reason) {
    return new VerificationResult(test, binding, standing, reason, null, null);
  }
}
