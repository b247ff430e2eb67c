package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.suite.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts an outcome together: right if all comparisons are, else the first that is not. */
final class Answer {
  private final List<Comparison> comparisons = new ArrayList<>();
  private final Map<String, Long> figures = new LinkedHashMap<>();

  Answer check(Comparison comparison) {
    comparisons.add(comparison);
    return this;
  }

  /** An amount of work done. */
  Answer figure(String name, long value) {
    figures.put(name, value);
    return this;
  }

  Outcome outcome() {
    for (Comparison comparison : comparisons) {
      if (!comparison.equal()) {
        return comparison.outcome(figures);
      }
    }
    return Outcome.right(
        String.join("; ", comparisons.stream().map(Comparison::message).toList()), figures);
  }
}
