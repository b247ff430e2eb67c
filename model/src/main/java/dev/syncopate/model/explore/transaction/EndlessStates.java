package dev.syncopate.model.explore.transaction;

import java.util.ArrayDeque;
import java.util.Deque;

/** Looks for states from which no end can be reached by any schedule. */
final class EndlessStates {
  private final StateGraph graph;

  EndlessStates(StateGraph graph) {
    this.graph = graph;
  }

  /** The first of them; -1 for none. */
  int first() {
    int states = graph.states();
    int[] begins = new int[states + 2];
    for (int edge = 0; edge < graph.edges(); edge++) {
      begins[graph.target(edge) + 2]++;
    }
    for (int state = 0; state < states; state++) {
      begins[state + 2] += begins[state + 1];
    }
    int[] sources = new int[graph.edges()];
    for (int state = 0; state < states; state++) {
      for (int edge = graph.begin(state); edge < graph.begin(state + 1); edge++) {
        sources[begins[graph.target(edge) + 1]++] = state;
      }
    }
    boolean[] ends = new boolean[states];
    Deque<Integer> open = new ArrayDeque<>(graph.ends());
    open.forEach(state -> ends[state] = true);
    while (!open.isEmpty()) {
      int state = open.removeLast();
      for (int i = begins[state]; i < begins[state + 1]; i++) {
        if (!ends[sources[i]]) {
          ends[sources[i]] = true;
          open.add(sources[i]);
        }
      }
    }
    for (int state = 0; state < states; state++) {
      if (!ends[state]) {
        return state;
      }
    }
    return StateGraph.NONE;
  }
}
