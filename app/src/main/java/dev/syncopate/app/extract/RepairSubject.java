package dev.syncopate.app.extract;

import dev.syncopate.check.Checker;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.repair.ProgramEdit;
import dev.syncopate.check.report.Finding;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Race that edits are to rule out.
 *
 * @param excerpts of the run with the race, the likeliest first
 * @param problem why there are none, in a clause; empty if there are some
 * @param barriers whether a barrier may be added: not where a thread synchronised last by an
 *     mbarrier, which is the program's own means of ordering
 * @param passed sets of edits that let synchronisation order the accesses which the later one has
 *     passed; the model is not asked about them
 */
public record RepairSubject(
    Finding finding,
    List<Excerpt> excerpts,
    String problem,
    boolean barriers,
    List<Set<ProgramEdit>> passed) {
  /** Keeps a copy. */
  public RepairSubject {
    excerpts = List.copyOf(excerpts);
    passed = List.copyOf(passed);
  }

  /** Whether edits can be searched. */
  public boolean isPosed() {
    return !excerpts.isEmpty() || !passed.isEmpty();
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
                !recorded.behindMbarrier(),
                recorded.passed().stream().<Set<ProgramEdit>>map(LinkedHashSet::new).toList()))
        .toList();
  }
}
