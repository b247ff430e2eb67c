package dev.syncopate.model.library;

import dev.syncopate.model.progress.Fairness;

/**
 * Whether every run of a test is expected to end.
 *
 * @param fairness guarantee of the scheduler
 * @param reason why
 */
public record ExpectedTermination(Fairness fairness, boolean ends, String reason) {}
