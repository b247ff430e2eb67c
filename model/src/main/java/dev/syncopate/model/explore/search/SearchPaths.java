package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.ExploredStates;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Ways through the states of a search. */
final class SearchPaths {
  private final ExploredStates table;
  private final SuccessorWalk expansion;

  SearchPaths(ExploredStates table, SuccessorWalk expansion) {
    this.table = table;
    this.expansion = expansion;
  }

  /** What happens on the first way found to a state. */
  List<ScheduleChoice> to(int state) {
    ArrayDeque<Integer> states = new ArrayDeque<>();
    for (int ancestor = state; ancestor >= 0; ancestor = table.parent(ancestor)) {
      states.addFirst(ancestor);
    }
    return through(states.removeFirst(), states);
  }

  /** What happens on a way through some states. */
  List<ScheduleChoice> through(int start, Iterable<Integer> states) {
    List<ScheduleChoice> path = new ArrayList<>();
    long[] sourceRow = new long[table.layout().words()];
    long[] targetRow = new long[table.layout().words()];
    table.load(start, sourceRow);
    for (int next : states) {
      table.load(next, targetRow);
      path.add(expansion.choice(sourceRow, targetRow));
      System.arraycopy(targetRow, 0, sourceRow, 0, targetRow.length);
    }
    return path;
  }
}
