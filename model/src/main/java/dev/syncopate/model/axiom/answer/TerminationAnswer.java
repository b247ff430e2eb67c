package dev.syncopate.model.axiom.answer;

import dev.syncopate.model.axiom.candidate.EndlessExecution;
import dev.syncopate.model.axiom.candidate.EndlessSearch;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.WildAddressException;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.axiom.interleave.InterleavingException;
import dev.syncopate.model.axiom.interleave.Interleavings;
import dev.syncopate.model.axiom.interleave.Interleavings.EndlessInterleaving;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.ProgressUnits;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether every run of a test ends that a model allows and a scheduler may choose. Interleavings
 * are judged first: every model allows them. Then the model's own executions are.
 *
 * @param model the model's name
 * @param ends whether every run ends
 * @param interleaving a run that does not end, if an interleaving shows one
 * @param execution one that does not, if only the model allows it
 * @param bounded whether the model's executions were left out in which loops with an effect iterate
 *     more often than the bound, though interleavings may be weaker than they
 * @param problem why there is no answer; null where there is one
 */
public record TerminationAnswer(
    String model,
    boolean ends,
    @Nullable EndlessInterleaving interleaving,
    @Nullable EndlessExecution execution,
    boolean bounded,
    @Nullable String problem) {

  /**
   * Asks a model.
   *
   * @param bound how often a thread executes an instruction at most in executions of the model
   */
  public static TerminationAnswer of(
      LitmusTest test, CatModel model, TerminationQuestion question, int bound) {
    String unknown = ExecutionSearch.unknown(test, model);
    if (unknown != null) {
      return without(model, unknown);
    }
    if (test.isAsynchronous()) {
      return without(model, "termination is not judged of tests with asynchronous operations");
    }
    try {
      Fairness fairness = question.fairness();
      ProgressUnits units = ProgressUnits.of(test, question.granularity());
      EndlessInterleaving interleaving = Interleavings.endless(test, units, fairness);
      if (interleaving != null) {
        return new TerminationAnswer(model.name(), false, interleaving, null, false, null);
      }
      if (isInterleaved(test, model)) {
        return new TerminationAnswer(model.name(), true, null, null, false, null);
      }
      EndlessSearch.Result result = EndlessSearch.of(test, model, units, fairness, bound);
      return new TerminationAnswer(
          model.name(),
          result.execution() == null,
          null,
          result.execution(),
          result.execution() == null && result.cut(),
          null);
    } catch (TooLargeException e) {
      String advice = e.isOfLoops() && bound > 1 ? ": lower the bound" : "";
      return without(model, e.getMessage() + advice);
    } catch (HaltedException e) {
      return without(model, "not finished: " + e.getMessage());
    } catch (InterleavingException | WildAddressException | IllegalArgumentException e) {
      return without(model, String.valueOf(e.getMessage()));
    }
  }

  /** No answer, and why. */
  public static TerminationAnswer without(CatModel model, String problem) {
    return new TerminationAnswer(model.name(), false, null, null, false, problem);
  }

  /**
   * Whether interleavings are all that a model allows: it is sequential consistency, or there is
   * one location and all its accesses are atomic and include all threads. A model's coherence then
   * has one order of them.
   */
  private static boolean isInterleaved(LitmusTest test, CatModel model) {
    return model.name().equals("sc")
        || (test.locations().size() == 1
            && test.aliases().isEmpty()
            && !model.coherenceIsPartial()
            && test.threads().stream().allMatch(thread -> isAtomic(test, thread)));
  }

  private static boolean isAtomic(LitmusTest test, LitmusThread thread) {
    for (int i = 0; i < thread.instructions().size(); i++) {
      LitmusInstruction instruction = thread.instructions().get(i);
      InstructionAnnotation annotation = thread.annotation(i);
      boolean isAtomic =
          switch (instruction) {
            case LitmusInstruction.Load access ->
                isAtomic(test, annotation, access.order(), access.scope());
            case LitmusInstruction.Store access ->
                isAtomic(test, annotation, access.order(), access.scope());
            case LitmusInstruction.Atomic access ->
                isAtomic(test, annotation, access.order(), access.scope());
            default -> true;
          };
      if (!isAtomic) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAtomic(
      LitmusTest test,
      @Nullable InstructionAnnotation annotation,
      LitmusOrder order,
      @Nullable LitmusScope scope) {
    LitmusThread first = test.threads().getFirst();
    boolean oneBlock =
        test.threads().stream()
            .allMatch(thread -> thread.gpu() == first.gpu() && thread.cta() == first.cta());
    boolean oneGpu = test.threads().stream().allMatch(thread -> thread.gpu() == first.gpu());
    if (annotation == null) {
      return order != LitmusOrder.WEAK
          && (scope == LitmusScope.SYS
              || (scope == LitmusScope.GPU && oneGpu)
              || (scope != null && oneBlock));
    }
    Set<String> sets = new TreeSet<>(annotation.acquiring());
    sets.addAll(annotation.releasing());
    boolean isAtomic = Stream.of("ATOM", "RLX", "ACQ", "REL", "SC").anyMatch(sets::contains);
    boolean isWide =
        Stream.of("SYS", "ALL").anyMatch(sets::contains)
            || (oneGpu && Stream.of("DV", "QF", "GPU").anyMatch(sets::contains))
            || (oneBlock && Stream.of("WG", "CTA").anyMatch(sets::contains));
    return isAtomic && isWide;
  }
}
