package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Which events break a requirement. */
final class Witness {
  private Witness() {}

  /** The events of a requirement that a relation breaks, in their order. */
  static List<Integer> of(Statement.TestKind kind, Relation relation) {
    return switch (kind) {
      case EMPTY -> firstPair(relation);
      case IRREFLEXIVE -> firstLoop(relation);
      case ACYCLIC -> shortestCycle(relation);
    };
  }

  private static List<Integer> firstPair(Relation relation) {
    for (int a = 0; a < relation.events(); a++) {
      for (int b = 0; b < relation.events(); b++) {
        if (relation.contains(a, b)) {
          return a == b ? List.of(a) : List.of(a, b);
        }
      }
    }
    return List.of();
  }

  private static List<Integer> firstLoop(Relation relation) {
    for (int e = 0; e < relation.events(); e++) {
      if (relation.contains(e, e)) {
        return List.of(e);
      }
    }
    return List.of();
  }

  private static List<Integer> shortestCycle(Relation relation) {
    List<Integer> shortest = List.of();
    for (int start = 0; start < relation.events(); start++) {
      List<Integer> cycle = cycleThrough(start, relation);
      if (!cycle.isEmpty() && (shortest.isEmpty() || cycle.size() < shortest.size())) {
        shortest = cycle;
      }
    }
    return shortest;
  }

  private static List<Integer> cycleThrough(int start, Relation relation) {
    int[] before = new int[relation.events()];
    Arrays.fill(before, -1);
    Deque<Integer> todo = new ArrayDeque<>(List.of(start));
    while (!todo.isEmpty()) {
      int at = todo.removeFirst();
      if (relation.contains(at, start)) {
        List<Integer> cycle = new ArrayList<>();
        for (int e = at; e != start; e = before[e]) {
          cycle.add(e);
        }
        cycle.add(start);
        Collections.reverse(cycle);
        return cycle;
      }
      for (int next = 0; next < relation.events(); next++) {
        if (next != start && before[next] < 0 && relation.contains(at, next)) {
          before[next] = at;
          todo.addLast(next);
        }
      }
    }
    return List.of();
  }
}
