package dev.syncopate.model.axiom.answer;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.UnfinishedException;
import dev.syncopate.model.axiom.candidate.WildAddressException;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a model to a test's question. A test of which there is no outcome to ask about has no
 * answer: that is never taken for a pass.
 *
 * @param model the model's name
 * @param findings what it allows; null where there is a problem
 * @param undefining which of the flags that were raised make the test's behaviour undefined
 * @param verdict whether {@code exists} is met, or {@code ~exists} or {@code forall} holds
 * @param problem why there is no answer; null where there is one
 * @param soFar what had been found to be allowed when the search was told to end; else null
 */
public record ModelAnswer(
    String model,
    @Nullable AllowedOutcomes findings,
    List<String> undefining,
    boolean verdict,
    @Nullable String problem,
    @Nullable AllowedOutcomes soFar) {
  /** Keeps a copy. */
  public ModelAnswer {
    undefining = List.copyOf(undefining);
  }

  /**
   * Asks a model.
   *
   * @param bound how often a thread executes an instruction at most, at least 1
   */
  public static ModelAnswer of(LitmusTest test, CatModel model, int bound) {
    String unknown = ExecutionSearch.unknown(test, model);
    if (unknown != null) {
      return without(model, unknown);
    }
    AllowedOutcomes findings;
    try {
      findings = ExecutionSearch.of(test, model, Observables.asked(test), bound);
    } catch (TooLargeException e) {
      String advice = e.isOfLoops() && bound > 1 ? ": lower the bound" : "";
      return without(model, e.getMessage() + advice);
    } catch (WildAddressException e) {
      return without(model, String.valueOf(e.getMessage()));
    } catch (UnfinishedException e) {
      String problem = "not finished: " + e.getMessage();
      return new ModelAnswer(model.name(), null, List.of(), false, problem, e.soFar());
    }
    if (findings.outcomes().isEmpty()) {
      return without(model, whyNothing(findings, bound));
    }
    List<String> undefining = findings.flags().keySet().stream().filter(model::undefines).toList();
    return new ModelAnswer(model.name(), findings, undefining, findings.verdict(test), null, null);
  }

  /** No answer, and why. */
  public static ModelAnswer without(CatModel model, String problem) {
    return new ModelAnswer(model.name(), null, List.of(), false, problem, null);
  }

  private static String whyNothing(AllowedOutcomes findings, int bound) {
    if (findings.filtered()) {
      return "the filter excludes every outcome";
    }
    if (findings.cut()) {
      return "no execution ends with each instruction executed up to "
          + bound
          + " times: raise the bound";
    }
    if (findings.hung()) {
      return "no execution ends: threads wait forever at a barrier";
    }
    if (findings.looping()) {
      return "no execution ends: a loop never terminates";
    }
    return "the model allows no execution";
  }
}
