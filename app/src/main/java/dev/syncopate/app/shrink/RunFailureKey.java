package dev.syncopate.app.shrink;

import dev.syncopate.app.report.ReportedProblem;

/**
 * Failure of a run, independent of the schedule: the same mistake at the same place.
 *
 * @param rule its kind, as in {@code race}, {@code hang} or {@code wrong-answer}
 * @param kernel in which
 * @param identity what tells it from others of its rule in its kernel
 */
public record RunFailureKey(String rule, String kernel, String identity) {
  static RunFailureKey of(ReportedProblem problem) {
    return new RunFailureKey(problem.rule(), problem.kernel(), problem.identity());
  }
}
