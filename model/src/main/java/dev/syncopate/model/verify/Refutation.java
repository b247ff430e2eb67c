package dev.syncopate.model.verify;

import org.jspecify.annotations.Nullable;

/**
 * Whether a mutant was found.
 *
 * @param seeded which
 * @param tests how many were tried
 * @param result the first that shows something wrong; null where none does
 * @param finished whether all were tried, or one found it; if not, that none did says nothing
 */
public record Refutation(
    SeededFault seeded, int tests, @Nullable VerificationResult result, boolean finished) {
  /** Whether it was found out. */
  public boolean found() {
    return result != null;
  }
}
