package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.Answer;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;

/**
 * A test and what each model answers.
 *
 * @param answers in the order of the models; none where the test could not be read
 */
public record Answered(TestFile file, List<Answer> answers) {
  /** Asks every model. */
  public static Answered of(TestFile file, List<CatModel> models, int bound) {
    LitmusTest test = file.test();
    return new Answered(
        file,
        test == null
            ? List.of()
            : models.stream().map(model -> Answer.of(test, model, bound)).toList());
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
