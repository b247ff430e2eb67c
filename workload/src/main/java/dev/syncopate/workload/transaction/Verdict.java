package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.suite.Outcome;
import java.util.List;
import java.util.Map;

/** What a workload reports: right if every CTA is, else what is wrong with the first. */
final class Verdict {
  private Verdict() {}

  static Outcome of(List<Comparison> groups, String right, Map<String, Long> figures) {
    for (Comparison group : groups) {
      if (!group.equal()) {
        return group.outcome(figures);
      }
    }
    return Outcome.right(right, figures);
  }
}
