package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;

/** Events that violate a requirement. */
final class Witness {
  private Witness() {}

  /** The events of a requirement that a relation breaks, in their order. */
  static List<Integer> of(CatStatement.TestKind kind, Relation relation) {
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
      List<Integer> path = RelationDerivation.shortestPath(relation, start, start);
      if (!path.isEmpty() && (shortest.isEmpty() || path.size() < shortest.size())) {
        shortest = new ArrayList<>(List.of(start));
        shortest.addAll(path.subList(0, path.size() - 1));
      }
    }
    return shortest;
  }
}
