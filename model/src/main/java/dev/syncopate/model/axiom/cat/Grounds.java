package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatTest;
import dev.syncopate.model.axiom.cat.graph.Graph;
import dev.syncopate.model.axiom.cat.graph.Node;
import dev.syncopate.model.axiom.cat.graph.Type;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.cat.syntax.Statement;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Why a test fails of whatever an execution that is still being put together becomes: pairs of base
 * relations that it comes from. It fails of every execution with these pairs. There may be more of
 * them than are needed.
 *
 * <p>A test fails for what a relation has at least, or lacks though it has all that it may. Why it
 * has a pair is seen from one way in which the pair comes about; why it lacks one, from what every
 * way lacks.
 */
final class Grounds {
  /** After so many steps, or so deep, all that is so is as good a reason. */
  private static final int MOST_STEPS = 20_000;

  private static final int DEEPEST = 150;

  private record Goal(Node node, int from, int to) {}

  private final Graph graph;
  private final Valuation values;
  private final BaseFacts facts;

  /** Of recursive definitions, pairs that are being explained: none is a reason for itself. */
  private final Set<Goal> open = new HashSet<>();

  private final Set<Goal> lacking = new HashSet<>();
  private int steps;
  private int depth;
  private boolean gaveUp;

  Grounds(Graph graph, Valuation values, BaseFacts facts) {
    this.graph = graph;
    this.values = values;
    this.facts = facts;
  }

  /** Explains why a test fails, whatever the execution becomes. */
  void explain(CatTest test) {
    Node node = test.relation();
    if (!test.negated()) {
      Relation relation = (Relation) values.value(node, Bound.LEAST);
      List<Integer> events = Witness.of(test.kind(), relation);
      boolean isCycle = test.kind() != Statement.TestKind.EMPTY || events.size() == 1;
      for (int i = 0; i < events.size() - (isCycle ? 0 : 1); i++) {
        explain(has(node, events.get(i), events.get((i + 1) % events.size())));
      }
    } else if (test.kind() == Statement.TestKind.EMPTY) {
      int events = values.names().events();
      for (int a = 0; a < events && !gaveUp; a++) {
        for (int b = 0; b < events && !gaveUp; b++) {
          lacks(node, a, b);
        }
      }
    } else {
      giveUp();
    }
  }

  private void explain(boolean found) {
    if (!found) {
      giveUp();
    }
  }

  private boolean giveUp() {
    if (!gaveUp) {
      gaveUp = true;
      facts.all();
    }
    return true;
  }

  private boolean isTooLong() {
    return gaveUp || ++steps > MOST_STEPS || depth > DEEPEST;
  }

  private static boolean isFixed(Node node) {
    return node.stage() == 0 && node.group() < 0;
  }

  /**
   * Explains why the least of a value has a pair, or an event; false where it can only be explained
   * by what is being explained. What was found before that is too much, but not wrong.
   */
  private boolean has(Node node, int from, int to) {
    if (isFixed(node)) {
      return true;
    }
    if (isTooLong()) {
      return giveUp();
    }
    depth++;
    boolean found =
        switch (node.operator()) {
          case BASE -> {
            facts.has(node.name(), from, to);
            yield true;
          }
          case ID, ALL -> true;
          case UNION -> hasEither(earlier(node), later(node), from, to);
          case INTERSECTION -> has(node.left(), from, to) && has(node.right(), from, to);
          case DIFFERENCE -> has(node.left(), from, to) && lacks(node.right(), from, to);
          case COMPLEMENT -> lacks(node.operand(), from, to);
          case PRODUCT -> has(node.left(), from, from) && has(node.right(), to, to);
          case INVERSE -> has(node.operand(), to, from);
          case BRACKETS -> has(node.operand(), from, from);
          case OPTIONAL -> from == to || has(node.operand(), from, to);
          case SEQUENCE -> hasSequence(node, from, to);
          case STAR -> from == to || hasPath(node.operand(), from, to);
          case PLUS -> hasPath(node.operand(), from, to);
          case DOMAIN -> hasBeside(node.operand(), from, false);
          case RANGE -> hasBeside(node.operand(), from, true);
          case VARIABLE, FIXPOINT -> hasDefined(node, from, to);
          default -> giveUp();
        };
    depth--;
    return found;
  }

  private static Node earlier(Node union) {
    return union.right().stage() < union.left().stage() ? union.right() : union.left();
  }

  private static Node later(Node union) {
    return union.right().stage() < union.left().stage() ? union.left() : union.right();
  }

  private boolean hasEither(Node first, Node second, int from, int to) {
    return (isIn(first, Bound.LEAST, from, to) && has(first, from, to))
        || (isIn(second, Bound.LEAST, from, to) && has(second, from, to));
  }

  private boolean hasSequence(Node node, int from, int to) {
    for (int middle = 0; middle < values.names().events(); middle++) {
      if (isIn(node.left(), Bound.LEAST, from, middle)
          && isIn(node.right(), Bound.LEAST, middle, to)
          && has(node.left(), from, middle)
          && has(node.right(), middle, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasPath(Node node, int from, int to) {
    if (node.group() >= 0) {
      return giveUp();
    }
    int at = from;
    Relation relation = (Relation) values.value(node, Bound.LEAST);
    for (int next : Explanation.shortestPath(relation, from, to)) {
      explain(has(node, at, next));
      at = next;
    }
    return true;
  }

  private boolean hasBeside(Node node, int event, boolean before) {
    for (int other = 0; other < values.names().events(); other++) {
      int from = before ? other : event;
      int to = before ? event : other;
      if (isIn(node, Bound.LEAST, from, to) && has(node, from, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasDefined(Node node, int from, int to) {
    Goal goal = new Goal(graph.result(node), from, to);
    if (!open.add(goal)) {
      return false;
    }
    boolean found = has(graph.body(node), from, to);
    open.remove(goal);
    return found;
  }

  /** Explains why the most of a value lacks a pair, or an event. Always true. */
  private boolean lacks(Node node, int from, int to) {
    if (isFixed(node)) {
      return true;
    }
    if (isTooLong()) {
      return giveUp();
    }
    if (!lacking.add(new Goal(node, from, to))) {
      return true;
    }
    depth++;
    switch (node.operator()) {
      case BASE -> facts.lacks(node.name(), from, to);
      case ID, EMPTY -> {}
      case UNION -> {
        lacks(node.left(), from, to);
        lacks(node.right(), from, to);
      }
      case INTERSECTION -> lacksEither(node.left(), from, to, node.right(), from, to);
      case DIFFERENCE -> {
        if (isIn(node.left(), Bound.MOST, from, to)) {
          explain(has(node.right(), from, to));
        } else {
          lacks(node.left(), from, to);
        }
      }
      case COMPLEMENT -> explain(has(node.operand(), from, to));
      case PRODUCT -> lacksEither(node.left(), from, from, node.right(), to, to);
      case INVERSE -> lacks(node.operand(), to, from);
      case BRACKETS -> {
        if (from == to) {
          lacks(node.operand(), from, from);
        }
      }
      case OPTIONAL -> lacks(node.operand(), from, to);
      case SEQUENCE -> {
        for (int middle = 0; middle < values.names().events(); middle++) {
          lacksEither(node.left(), from, middle, node.right(), middle, to);
        }
      }
      case STAR, PLUS -> lacksPath(node.operand(), from);
      case DOMAIN -> {
        for (int other = 0; other < values.names().events(); other++) {
          lacks(node.operand(), from, other);
        }
      }
      case RANGE -> {
        for (int other = 0; other < values.names().events(); other++) {
          lacks(node.operand(), other, from);
        }
      }
      case VARIABLE, FIXPOINT -> lacks(graph.body(node), from, to);
      default -> giveUp();
    }
    depth--;
    return true;
  }

  /** Of two pairs one is lacking: the one about which there is less to say. */
  private void lacksEither(Node one, int from, int to, Node other, int otherFrom, int otherTo) {
    boolean lacksOne = !isIn(one, Bound.MOST, from, to);
    boolean lacksOther = !isIn(other, Bound.MOST, otherFrom, otherTo);
    if (lacksOther && (!lacksOne || other.stage() < one.stage())) {
      lacks(other, otherFrom, otherTo);
    } else {
      lacks(one, from, to);
    }
  }

  /** No step leads out of all that can be reached. */
  private void lacksPath(Node node, int from) {
    if (node.group() >= 0) {
      giveUp();
      return;
    }
    int events = values.names().events();
    Relation paths = ((Relation) values.value(node, Bound.MOST)).transitiveClosure();
    for (int a = 0; a < events; a++) {
      if (a == from || paths.contains(from, a)) {
        for (int b = 0; b < events; b++) {
          if (!paths.contains(from, b)) {
            lacks(node, a, b);
          }
        }
      }
    }
  }

  /** Whether a bound of a value has a pair, or an event. */
  private boolean isIn(Node node, Bound bound, int from, int to) {
    if (node.operator() == Operator.VARIABLE) {
      return isIn(graph.result(node), bound, from, to);
    }
    if (node.group() < 0) {
      Object value = values.value(node, bound);
      return node.type() == Type.SET
          ? ((EventSet) value).contains(from)
          : ((Relation) value).contains(from, to);
    }
    // Values inside recursive definitions are kept no longer than these are solved.
    return switch (node.operator()) {
      case UNION -> isIn(node.left(), bound, from, to) || isIn(node.right(), bound, from, to);
      case INTERSECTION ->
          isIn(node.left(), bound, from, to) && isIn(node.right(), bound, from, to);
      case DIFFERENCE ->
          isIn(node.left(), bound, from, to) && !isIn(node.right(), bound.opposite(), from, to);
      case PRODUCT -> isIn(node.left(), bound, from, from) && isIn(node.right(), bound, to, to);
      case INVERSE -> isIn(node.operand(), bound, to, from);
      case BRACKETS -> from == to && isIn(node.operand(), bound, from, from);
      case OPTIONAL -> from == to || isIn(node.operand(), bound, from, to);
      case SEQUENCE -> {
        for (int middle = 0; middle < values.names().events(); middle++) {
          if (isIn(node.left(), bound, from, middle) && isIn(node.right(), bound, middle, to)) {
            yield true;
          }
        }
        yield false;
      }
      // What has no pair to show is taken for lacking, or having, it: then all is the reason.
      default -> {
        giveUp();
        yield bound == Bound.LEAST;
      }
    };
  }
}
