package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.Additions;
import dev.syncopate.model.explore.table.ExploredStates;
import org.jspecify.annotations.Nullable;

/** Looks at what follows states, one after the other. */
final class StateExpander implements SuccessorWalk.Visitor {
  /** Gives rows numbers. */
  interface Numbers {
    /** The number of a row that follows a state, perhaps only for the time being. */
    int of(int[] row, long hash, int parent);
  }

  private final SuccessorWalk expansion;

  /** Null where every order is looked at. */
  private final @Nullable PersistentSets persistent;

  private final ExploredStates table;
  private final Numbers numbers;
  private final int[] row;
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
    row = new int[expansion.width()];
  }

  /** Looks at a state. */
  void expand(int number, ExpansionBatch stretch) {
    state = number;
    output = stretch;
    count = 0;
    goesOn = false;
    table.load(state, row);
    int partMask = persistent == null ? PartSets.ALL : persistent.choose(row);
    expansion.walk(row, partMask, this);
    if (partMask != PartSets.ALL && !goesOn) { // else what was left out might be left out forever
      expansion.walk(row, ~partMask, this);
      partMask = PartSets.ALL;
    }
    output.chosen.add(partMask);
    output.counts.add(count);
  }

  @Override
  public boolean follows(int part, int event, int channel, Transition transition) {
    count++;
    RuntimeException failure = transition.failure();
    if (failure == null) {
      int next = numbers.of(expansion.next, expansion.hash(), state);
      goesOn |= next > state || Additions.isNew(next);
      output.targets.add(next);
    } else {
      output.targets.add(StateTransitions.OUT);
      output.failures.add(
          new ExpansionBatch.Failed(new ScheduleChoice(part, event, channel), failure));
    }
    return true;
  }
}
