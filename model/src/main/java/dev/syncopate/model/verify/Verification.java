package dev.syncopate.model.verify;

import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;

/** Compares what some hardware does with what its model allows, one test after the other. */
public interface Verification {
  /** Hardware and model. */
  ModelBinding binding();

  /**
   * Compares. A test with a race is not explored: its model promises nothing of it.
   *
   * @param progress told how far the exploration is
   */
  VerificationResult check(LitmusTest test, Explorer.Progress progress);
}
