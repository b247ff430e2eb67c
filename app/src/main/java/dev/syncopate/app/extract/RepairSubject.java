package dev.syncopate.app.extract;

import dev.syncopate.check.Checker;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.report.Finding;
import java.util.List;

/**
 * Race that edits are to rule out.
 *
 * @param excerpts of the run that has it, the likeliest first
 * @param problem why there are none, in a clause; empty if there are some
 * @param barriers whether a barrier may be added: not where a thread synchronised last by an
 *     mbarrier, which is the program's own means of ordering
 */
public record RepairSubject(
    Finding finding, List<Excerpt> excerpts, String problem, boolean barriers) {
  /** Keeps a copy. */
  public RepairSubject {
    excerpts = List.copyOf(excerpts);
  }

  /** The races that a checker has recorded; without notes. */
  public static List<RepairSubject> of(Checker checker) {
    return checker.recorded().stream()
        .filter(recorded -> recorded.finding().counts())
        .map(recorded ->
            new RepairSubject(
                recorded.finding(),
                recorded.cut().excerpts(),
                recorded.cut().problem(),
                !recorded.behindMbarrier()))
        .toList();
  }
}
