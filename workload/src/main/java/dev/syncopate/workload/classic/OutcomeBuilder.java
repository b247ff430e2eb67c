package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builder of an outcome: right if all comparisons are, else the first that is not. */
final class OutcomeBuilder {
  private final List<ResultComparison> comparisons = new ArrayList<>();
  private final Map<String, Long> figures = new LinkedHashMap<>();

  OutcomeBuilder check(ResultComparison comparison) {
    comparisons.add(comparison);
    return this;
  }

  /** An amount of work done. */
  OutcomeBuilder figure(String name, long value) {
    figures.put(name, value);
    return this;
  }

  WorkloadOutcome outcome() {
    for (ResultComparison comparison : comparisons) {
      if (!comparison.equal()) {
        return comparison.outcome(figures);
      }
    }
    return WorkloadOutcome.right(
        String.join("; ", comparisons.stream().map(ResultComparison::message).toList()), figures);
  }
}
