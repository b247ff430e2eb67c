package dev.syncopate.app.repair;

import java.util.List;

/**
 * Repairs of a run's races.
 *
 * @param findings that were to be cured
 * @param cycles of the run as it is
 * @param repairs that are right, the fastest first
 * @param failed sets of edits that the model found sufficient, and whose run is not right
 * @param problems why races have no repair, and findings that edits cannot repair, a sentence each
 * @param untried sets of edits that were not tried
 * @param unfinished whether it was interrupted
 */
public record RepairReport(
    int findings,
    long cycles,
    List<Repair> repairs,
    List<Repair> failed,
    List<String> problems,
    int untried,
    boolean unfinished) {
  /** Keeps copies. */
  public RepairReport {
    repairs = List.copyOf(repairs);
    failed = List.copyOf(failed);
    problems = List.copyOf(problems);
  }

  /** Whether nothing is left without a repair. */
  public boolean complete() {
    return problems.isEmpty() && (findings == 0 || !repairs.isEmpty());
  }
}
