package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Choice;
import dev.syncopate.model.explore.table.StateTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Ways through the states of a search. */
final class Paths {
  private final StateTable table;
  private final Expansion expansion;

  Paths(StateTable table, Expansion expansion) {
    this.table = table;
    this.expansion = expansion;
  }

  /** What happens on the first way found to a state. */
  List<Choice> to(int state) {
    ArrayDeque<Integer> states = new ArrayDeque<>();
    for (int at = state; at >= 0; at = table.parent(at)) {
      states.addFirst(at);
    }
    return through(states.removeFirst(), states);
  }

  /** What happens on a way through some states. */
  List<Choice> through(int start, Iterable<Integer> states) {
    List<Choice> path = new ArrayList<>();
    int[] from = new int[expansion.width()];
    int[] to = new int[expansion.width()];
    table.load(start, from);
    for (int next : states) {
      table.load(next, to);
      path.add(expansion.choice(from, to));
      System.arraycopy(to, 0, from, 0, to.length);
    }
    return path;
  }
}
