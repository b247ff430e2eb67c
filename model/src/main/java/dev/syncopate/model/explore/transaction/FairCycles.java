package dev.syncopate.model.explore.transaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Looks for cycles without progress that fairness does not end. On such a cycle, or in the strongly
 * connected states around it, each lane takes steps or cannot always take one. In a unit without
 * such cycles some lane commits as long as lanes take their steps.
 */
final class FairCycles {
  private static final int NEW = -1;

  private final StateGraph graph;
  private final int lanes;

  /**
   * Tarjan's algorithm: by state, its number in the order of the search, and the lowest it sees.
   */
  private final int[] number;

  private final int[] low;
  private final int[] component;
  private final Deque<Integer> stack = new ArrayDeque<>();
  private int numbered;

  FairCycles(StateGraph graph, int lanes) {
    this.graph = graph;
    this.lanes = lanes;
    number = new int[graph.states()];
    low = new int[graph.states()];
    component = new int[graph.states()];
    Arrays.fill(number, NEW);
    Arrays.fill(component, NEW);
  }

  /** The states of one, the first again at the end; empty where there is none. */
  List<Integer> find() {
    for (int state = 0; state < graph.states(); state++) {
      if (number[state] == NEW) {
        List<Integer> round = from(state);
        if (!round.isEmpty()) {
          return round;
        }
      }
    }
    return List.of();
  }

  private List<Integer> from(int start) {
    Deque<int[]> open = new ArrayDeque<>();
    open.push(entered(start));
    while (!open.isEmpty()) {
      int[] frame = open.getFirst();
      int state = frame[0];
      if (frame[1] < graph.begin(state + 1)) {
        int edge = frame[1]++;
        int target = graph.target(edge);
        if (graph.getsOn(edge)) {
          continue;
        }
        if (number[target] == NEW) {
          open.push(entered(target));
        } else if (component[target] == NEW) {
          low[state] = Math.min(low[state], number[target]);
        }
        continue;
      }
      open.pop();
      if (!open.isEmpty()) {
        int below = open.getFirst()[0];
        low[below] = Math.min(low[below], low[state]);
      }
      if (low[state] == number[state]) {
        List<Integer> members = taken(state);
        if (isFair(members, state)) {
          return round(members, state);
        }
      }
    }
    return List.of();
  }

  private int[] entered(int state) {
    number[state] = numbered;
    low[state] = numbered++;
    stack.push(state);
    return new int[] {state, graph.begin(state)};
  }

  private List<Integer> taken(int root) {
    List<Integer> members = new ArrayList<>();
    int state;
    do {
      state = stack.pop();
      component[state] = root;
      members.add(state);
    } while (state != root);
    return members;
  }

  private boolean isInside(int edge, int root) {
    return !graph.getsOn(edge) && component[graph.target(edge)] == root;
  }

  private boolean isFair(List<Integer> members, int root) {
    long moving = 0;
    int always = -1;
    for (int state : members) {
      always &= graph.enabled(state);
      for (int edge = graph.begin(state); edge < graph.begin(state + 1); edge++) {
        moving |= isInside(edge, root) ? graph.lanes(edge) : 0;
      }
    }
    return moving != 0 && (always & ~moving) == 0;
  }

  /** A way round on which each lane that could always take a step takes one. */
  private List<Integer> round(List<Integer> members, int root) {
    int first = members.stream().min(Integer::compare).orElseThrow();
    List<Integer> round = new ArrayList<>(List.of(first));
    for (int lane = 0; lane < lanes; lane++) {
      int bit = 1 << lane;
      if (members.stream().allMatch(state -> (graph.enabled(state) & bit) != 0)) {
        walk(round, root, bit, NEW);
      }
    }
    if (round.size() == 1) {
      walk(round, root, -1, NEW);
    }
    if (round.getLast() != first) {
      walk(round, root, -1, first);
    }
    return round;
  }

  /** Goes on by the fewest steps to a step of one of some lanes, or to a state. */
  private void walk(List<Integer> round, int root, int moving, int targetState) {
    int[] predecessors = new int[graph.states()];
    Arrays.fill(predecessors, NEW);
    Deque<Integer> open = new ArrayDeque<>(List.of(round.getLast()));
    predecessors[round.getLast()] = round.getLast();
    while (!open.isEmpty()) {
      int state = open.removeFirst();
      for (int edge = graph.begin(state); edge < graph.begin(state + 1); edge++) {
        int target = graph.target(edge);
        if (!isInside(edge, root)) {
          continue;
        }
        if (targetState == NEW ? (graph.lanes(edge) & moving) != 0 : target == targetState) {
          List<Integer> way = new ArrayList<>(List.of(target));
          for (int current = state; current != round.getLast(); current = predecessors[current]) {
            way.addFirst(current);
          }
          round.addAll(way);
          return;
        }
        if (predecessors[target] == NEW) {
          predecessors[target] = state;
          open.add(target);
        }
      }
    }
    throw new IllegalStateException("strongly connected states are not");
  }
}
