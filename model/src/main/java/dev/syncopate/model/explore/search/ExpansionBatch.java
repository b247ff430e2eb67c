package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.IntLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Successors of a range of states, to be numbered together. */
final class ExpansionBatch {
  /** A failure, and by which choice. */
  record Failed(ScheduleChoice choice, RuntimeException failure) {}

  /** By state: the parts that were looked at, and how many targets there are. */
  final IntLog chosen = new IntLog();

  final IntLog counts = new IntLog();

  /** Numbers of states, perhaps provisional ones, or {@link StateTransitions#OUT}. */
  final IntLog targets = new IntLog();

  /**
   * Rows that had no lower position when they were numbered: provisional numbers and positions in
   * turn, in the order of the positions.
   */
  final IntLog claims = new IntLog();

  /** By state, once {@link #summarized}: the highest target, or {@link StateTransitions#OUT}. */
  final IntLog onward = new IntLog();

  /** Whether {@link #onward} and {@link #comesBack} are known. */
  boolean summarized;

  /** Whether a target has no higher number than the state that it follows. */
  boolean comesBack;

  /** One for each target that is out. */
  final List<Failed> failures = new ArrayList<>();

  /** What kept from looking at all of it: of no protocol, but of the explorer. */
  final List<RuntimeException> errors = new ArrayList<>();

  void clear() {
    chosen.clear();
    counts.clear();
    targets.clear();
    claims.clear();
    onward.clear();
    summarized = false;
    comesBack = false;
    failures.clear();
    errors.clear();
  }

  /**
   * Takes in the final numbers of targets.
   *
   * @param first the first state
   * @param numbers from provisional numbers to final ones
   */
  void summarize(int first, IntUnaryOperator numbers) {
    int index = 0;
    for (int i = 0; i < counts.size(); i++) {
      int highest = StateTransitions.OUT;
      boolean out = false;
      for (int last = index + counts.get(i); index < last; index++) {
        int target = targets.get(index);
        if (target == StateTransitions.OUT) {
          out = true;
        } else {
          int number = numbers.applyAsInt(target);
          targets.set(index, number);
          highest = Math.max(highest, number);
          comesBack |= number <= first + i;
        }
      }
      onward.add(out ? StateTransitions.OUT : highest);
    }
    summarized = true;
  }

  /** Whether every state has a target and nothing failed. */
  boolean isPlain() {
    if (!summarized || !failures.isEmpty() || !errors.isEmpty()) {
      return false;
    }
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) == 0) {
        return false;
      }
    }
    return true;
  }
}
