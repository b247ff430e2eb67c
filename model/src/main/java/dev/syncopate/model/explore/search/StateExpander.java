package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.ExploredStates;
import org.jspecify.annotations.Nullable;

/** Looks at what follows states, one after the other. */
final class StateExpander implements SuccessorWalk.Visitor {
  /** Gives rows numbers. */
  interface Numbers {
    /**
     * The number of a row that follows a state, perhaps a provisional one.
     *
     * @param index among those that follow the state
     * @return -1 where there is no room
     */
    int of(long[] row, int parent, int index);
  }

  private final SuccessorWalk expansion;

  /** Null where every order is looked at. */
  private final @Nullable PersistentSets persistent;

  private final ExploredStates table;
  private final Numbers numbers;
  private long[] row = {};
  private final int[] unpacked;
  private int state;
  private boolean goesOn;
  private int count;
  private ExpansionBatch output = new ExpansionBatch();

  /**
   * @param expansion used by this object only
   * @param persistent used by this object only
   */
  StateExpander(
      SuccessorWalk expansion,
      @Nullable PersistentSets persistent,
      ExploredStates table,
      Numbers numbers) {
    this.expansion = expansion;
    this.persistent = persistent;
    this.table = table;
    this.numbers = numbers;
    unpacked = new int[expansion.width()];
  }

  /**
   * Looks at a state.
   *
   * @return false where a number or a row has no room: then not all of it was seen
   */
  boolean expand(int number, ExpansionBatch stretch) {
    state = number;
    output = stretch;
    count = 0;
    goesOn = false;
    if (row.length != table.layout().words()) {
      row = new long[table.layout().words()];
    }
    table.load(state, row);
    int partMask = PartSets.ALL;
    if (persistent != null) {
      table.load(state, unpacked);
      partMask = persistent.choose(unpacked);
    }
    boolean isWhole = expansion.walk(row, partMask, this);
    if (isWhole && partMask != PartSets.ALL && !goesOn) { // else it might be left out forever
      isWhole = expansion.walk(row, ~partMask, this);
      partMask = PartSets.ALL;
    }
    output.chosen.add(partMask);
    output.counts.add(count);
    return isWhole;
  }

  @Override
  public boolean follows(int part, int event, int channel, Transition transition) {
    if (expansion.exceeded()) {
      return false; // states are numbered in the order of the walk
    }
    count++;
    RuntimeException failure = transition.failure();
    if (failure == null) {
      int next = numbers.of(expansion.next, state, count - 1);
      if (next < 0) {
        return false;
      }
      goesOn |= next > state;
      output.targets.add(next);
    } else {
      output.targets.add(StateTransitions.OUT);
      output.failures.add(
          new ExpansionBatch.Failed(new ScheduleChoice(part, event, channel), failure));
    }
    return true;
  }
}
