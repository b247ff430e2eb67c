package dev.syncopate.model.verify;

import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.generate.ProgramReducer;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.function.Predicate;

/** Makes generated programs smaller that show something wrong, and shows the smallest. */
public final class ShrinkingVerification implements Verification {
  private final Verification inner;
  private final Predicate<LitmusTest> generated;

  /**
   * @param generated which tests are generated: programs without branches
   */
  public ShrinkingVerification(Verification inner, Predicate<LitmusTest> generated) {
    this.inner = inner;
    this.generated = generated;
  }

  @Override
  public ModelBinding binding() {
    return inner.binding();
  }

  @Override
  public VerificationResult check(LitmusTest test, Explorer.Progress progress) {
    VerificationResult result = inner.check(test, progress);
    if (!result.standing().isWrong() || !generated.test(test)) {
      return result;
    }
    LitmusTest small =
        ProgramReducer.of(
            test, candidate -> inner.check(candidate, progress).standing() == result.standing());
    VerificationResult shown = inner.check(small, progress);
    return new VerificationResult(
        shown.test(),
        shown.binding(),
        shown.standing(),
        "made smaller:\n" + LitmusWriter.text(small).stripTrailing(),
        shown.exploration(),
        shown.verdict());
  }
}
