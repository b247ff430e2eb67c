package dev.syncopate.app.shrink;

import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.List;
import java.util.Optional;

/**
 * Run under a schedule.
 *
 * @param problems that count, in the order of finding
 * @param delays how the schedule differed from the machine's own, in the order of time
 * @param cycles of all launches
 */
public record ScheduleTrial(
    List<ReportedProblem> problems, List<PerturbationLog.Entry> delays, long cycles) {
  /** Keeps copies. */
  public ScheduleTrial {
    problems = List.copyOf(problems);
    delays = List.copyOf(delays);
  }

  /** The problem of that key. */
  Optional<ReportedProblem> problem(RunFailureKey key) {
    return problems.stream().filter(problem -> RunFailureKey.of(problem).equals(key)).findFirst();
  }
}
