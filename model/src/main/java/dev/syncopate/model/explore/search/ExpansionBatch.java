package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.IntLog;
import java.util.ArrayList;
import java.util.List;

/** Successors of a range of states, to be numbered together. */
final class ExpansionBatch {
  /** A failure, and by which choice. */
  record Failed(ScheduleChoice choice, RuntimeException failure) {}

  /** By state: the parts that were looked at, and how many targets there are. */
  final IntLog chosen = new IntLog();

  final IntLog counts = new IntLog();

  /** Numbers of states, perhaps provisional ones, or {@link StateTransitions#OUT}. */
  final IntLog targets = new IntLog();

  /** One for each target that is out. */
  final List<Failed> failures = new ArrayList<>();

  /** What kept from looking at all of it: of no protocol, but of the explorer. */
  final List<RuntimeException> errors = new ArrayList<>();

  void clear() {
    chosen.clear();
    counts.clear();
    targets.clear();
    failures.clear();
    errors.clear();
  }
}
