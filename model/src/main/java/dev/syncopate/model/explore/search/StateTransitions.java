package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.table.IntLog;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * The transitions between states of the machine, by their numbers. States are numbered as they are
 * met, so a way that comes back goes at some place from a state to one that has no higher number. A
 * test without such a place has no need of its transitions again; from the first one on they are
 * kept, a row of numbers for each state, one behind the other. Of each state before only one is
 * kept that may do for all: the one to the state with the highest number.
 */
final class StateTransitions {
  /** In place of a state: where a controller fails, and the machine does not go on. */
  static final int OUT = -1;

  private int first = Integer.MAX_VALUE;

  /** By state before the first one, without those that were not looked at: where it goes. */
  private final IntLog onward = new IntLog();

  private int highest = OUT;
  private boolean out;
  private final IntLog targets = new IntLog();

  /** By state from the first one on: where its row ends. */
  private final IntLog ends = new IntLog();

  /** A state leads to another or out; states come in the order of their numbers. */
  void add(int state, int target) {
    if (state >= first) {
      targets.add(target);
    } else if (target <= state && target != OUT && first == Integer.MAX_VALUE) {
      first = state + 1;
    }
    highest = Math.max(highest, target);
    out |= target == OUT;
  }

  /**
   * Adds the transitions of some states, if this needs no look at each.
   *
   * @param state the first
   * @param batch without targets that are out, and with one for each state
   * @return whether they were added
   */
  boolean addAll(int state, ExpansionBatch batch) {
    if (!comeBack() && !batch.comesBack) {
      onward.addAll(batch.onward);
      return true;
    }
    if (!keep(state)) {
      return false;
    }
    int end = targets.size();
    targets.addAll(batch.targets);
    for (int i = 0; i < batch.counts.size(); i++) {
      end += batch.counts.get(i);
      ends.add(end);
    }
    return true;
  }

  /** A state leads nowhere else. */
  void end(int state) {
    if (state >= first) {
      ends.add(targets.size());
    } else {
      onward.add(out ? OUT : highest);
    }
    highest = OUT;
    out = false;
  }

  /**
   * Where a state goes whose transitions are not kept: the highest of the states that it leads to,
   * or {@link #OUT} where it leads nowhere or there.
   *
   * @param looked how many states before it were looked at
   */
  int onward(int looked) {
    return onward.get(looked);
  }

  /** Whether any way comes back. */
  boolean comeBack() {
    return first != Integer.MAX_VALUE;
  }

  /** Whether a state's transitions are kept. */
  boolean keep(int state) {
    return state >= first;
  }

  /** Whether a state leads nowhere, to {@link #OUT}, or to one of some states. */
  boolean leadInto(int state, BitSet states) {
    int row = state - first;
    int start = row == 0 ? 0 : ends.get(row - 1);
    int end = ends.get(row);
    for (int i = start; i < end; i++) {
      int target = targets.get(i);
      if (target == OUT || states.get(target)) {
        return true;
      }
    }
    return start == end;
  }

  /** The states that one leads to. */
  void forEach(int state, IntConsumer visitor) {
    int row = state - first;
    int end = ends.get(row);
    for (int i = row == 0 ? 0 : ends.get(row - 1); i < end; i++) {
      visitor.accept(targets.get(i));
    }
  }
}
