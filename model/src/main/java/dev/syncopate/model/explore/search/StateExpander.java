package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.ExploredStates;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what follows states, one after the other. Rows that follow several states get their
 * numbers together, where no choice depends on these.
 */
final class StateExpander implements SuccessorWalk.Visitor {
  /** Gives rows numbers. */
  interface Numbers {
    /**
     * The number of a row that follows a state, perhaps a provisional one.
     *
     * @param offset of the row's first word
     * @param hash of the row
     * @param index among those that follow the state
     * @return -1 where there is no room
     */
    int of(long[] rows, int offset, long hash, int parent, int index);
  }

  /** In place of a number that is not known yet. */
  private static final int WAITS = -2;

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

  /** Rows without numbers, one behind the other, and their hashes. */
  private long[] waiting = new long[64];

  private long[] hashes = new long[64];
  private int waitingCount;

  /** Of no meaning: keeps reads from being left out. */
  long touched;

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
   * Looks at some states.
   *
   * @param end the state behind the last one
   * @return false where a number or a row has no room: then not all of it was seen
   */
  boolean expand(int first, int end, ExpansionBatch stretch) {
    output = stretch;
    waitingCount = 0;
    for (int number = first; number < end; number++) {
      if (!expand(number)) {
        return false;
      }
    }
    return numberWaiting(first);
  }

  private boolean expand(int number) {
    state = number;
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
      if (persistent == null) {
        await(expansion.next);
        return true;
      }
      int next = numbers.of(expansion.next, 0, table.hash(expansion.next, 0), state, count - 1);
      goesOn |= next > state;
      output.targets.add(next);
      return next >= 0;
    } else {
      output.targets.add(StateTransitions.OUT);
      output.failures.add(
          new ExpansionBatch.Failed(new ScheduleChoice(part, event, channel), failure));
    }
    return true;
  }

  private void await(long[] next) {
    int width = next.length;
    if ((waitingCount + 1) * width > waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * waiting.length);
    }
    for (int word = 0; word < width; word++) {
      waiting[waitingCount * width + word] = next[word];
    }
    waitingCount++;
    output.targets.add(WAITS);
  }

  /** Gives all rows numbers that wait for them, in the order of what they follow. */
  private boolean numberWaiting(int first) {
    if (waitingCount > hashes.length) {
      hashes = new long[2 * waitingCount];
    }
    touched += table.touch(waiting, waitingCount, hashes);
    int width = table.layout().words();
    int position = 0;
    int numbered = 0;
    for (int i = 0; numbered < waitingCount; i++) {
      int successors = output.counts.get(i);
      for (int index = 0; index < successors; index++, position++) {
        if (output.targets.get(position) == WAITS) {
          int next = numbers.of(waiting, numbered * width, hashes[numbered], first + i, index);
          if (next < 0) {
            return false;
          }
          output.targets.set(position, next);
          numbered++;
        }
      }
    }
    return true;
  }
}
