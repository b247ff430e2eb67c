package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import java.util.Map;

/** Verdict of a workload: right if every CTA is, else what is wrong with the first. */
final class TransactionVerdict {
  private TransactionVerdict() {}

  static WorkloadOutcome of(
      List<ResultComparison> groups, String right, Map<String, Long> figures) {
    for (ResultComparison group : groups) {
      if (!group.equal()) {
        return group.outcome(figures);
      }
    }
    return WorkloadOutcome.right(right, figures);
  }
}
