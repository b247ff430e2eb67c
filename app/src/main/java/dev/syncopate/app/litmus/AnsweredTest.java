package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.function.Supplier;

/**
 * A test and what each model answers.
 *
 * @param answers in the order of the models; none where the test could not be read
 */
public record AnsweredTest(TestFile file, List<ModelAnswer> answers) {
  /** Asks every model, however long it takes. */
  public static AnsweredTest of(TestFile file, List<CatModel> models, int bound) {
    return of(file, models, bound, () -> () -> null);
  }

  /**
   * Asks every model.
   *
   * @param patience says, when a model is asked, when its search should end
   */
  public static AnsweredTest of(
      TestFile file, List<CatModel> models, int bound, Supplier<Cancellation.Reason> patience) {
    LitmusTest test = file.test();
    return new AnsweredTest(
        file,
        test == null
            ? List.of()
            : models.stream().map(model -> ask(test, model, bound, patience.get())).toList());
  }

  private static ModelAnswer ask(
      LitmusTest test, CatModel model, int bound, Cancellation.Reason reason) {
    String why = reason.why();
    return why == null
        ? Cancellation.unless(reason, () -> ModelAnswer.of(test, model, bound))
        : ModelAnswer.without(model, "not begun: " + why);
  }

  /** Whether every model that has no answer was only not given the time. */
  public boolean isUnfinished() {
    return file.problem() == null
        && !isComplete()
        && answers.stream().allMatch(answer -> answer.problem() == null || answer.soFar() != null);
  }

  /** Whether every model has an answer. */
  public boolean isComplete() {
    return file.problem() == null && answers.stream().allMatch(answer -> answer.problem() == null);
  }

  /** A verdict in a word that fits the question. */
  static String verdict(LitmusTest test, boolean verdict) {
    return switch (test.quantifier()) {
      case EXISTS -> verdict ? "yes" : "no";
      case NOT_EXISTS, FORALL -> verdict ? "holds" : "fails";
    };
  }
}
