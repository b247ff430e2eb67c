package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.TerminationAnswer;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.List;
import java.util.function.Supplier;

/**
 * A test and whether every run of it ends under each model.
 *
 * @param answers in the order of the models; none where the test could not be read
 */
public record TerminatedTest(TestFile file, List<TerminationAnswer> answers) {
  /** Keeps a copy. */
  public TerminatedTest {
    answers = List.copyOf(answers);
  }

  /**
   * Asks every model.
   *
   * @param bound how often a thread executes an instruction at most in executions of a model
   * @param patience says, when a model is asked, when its search should end
   */
  public static TerminatedTest of(
      TestFile file,
      List<CatModel> models,
      TerminationQuestion question,
      int bound,
      Supplier<Cancellation.Reason> patience) {
    LitmusTest test = file.test();
    return new TerminatedTest(
        file,
        test == null
            ? List.of()
            : models.stream()
                .map(model -> ask(test, model, question, bound, patience.get()))
                .toList());
  }

  private static TerminationAnswer ask(
      LitmusTest test,
      CatModel model,
      TerminationQuestion question,
      int bound,
      Cancellation.Reason reason) {
    String why = reason.why();
    return why == null
        ? Cancellation.unless(reason, () -> TerminationAnswer.of(test, model, question, bound))
        : TerminationAnswer.without(model, "not begun: " + why);
  }

  /** Whether every model has an answer. */
  public boolean isComplete() {
    return file.problem() == null && answers.stream().allMatch(answer -> answer.problem() == null);
  }
}
