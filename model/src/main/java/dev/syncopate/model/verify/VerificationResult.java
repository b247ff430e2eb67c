package dev.syncopate.model.verify;

import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verdict.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Result of comparing hardware with its model in one test.
 *
 * @param test which, as it was run: asking for everything that can be seen
 * @param binding hardware and model
 * @param standing the result
 * @param reason why it is incomplete or was refused; else empty
 * @param exploration what hardware did; null where it was not explored
 * @param verdict what the model says of that; null where it was not asked
 */
public record VerificationResult(
    LitmusTest test,
    ModelBinding binding,
    ModelStanding standing,
    String reason,
    @Nullable Exploration exploration,
    @Nullable Verdict verdict) {

  /** States explored. */
  public long states() {
    return exploration == null ? 0 : exploration.states();
  }
}
