package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatTest;
import dev.syncopate.model.axiom.cat.graph.ValueGraph;
import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.graph.ValueType;
import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reason why a test fails in every extension of a partial execution: the pairs of base relations
 * that cause the failure. It fails of every execution with these pairs. There may be more of them
 * than are needed.
 *
 * <p>A test fails for what a relation has at least, or lacks though it has all that it may. Why it
 * has a pair is seen from one way in which the pair comes about; why it lacks one, from what every
 * way lacks.
 */
final class FailureGrounds {
  /** After so many steps, or so deep, all that is so is as good a reason. */
  private static final int MOST_STEPS = 20_000;

  private static final int DEEPEST = 150;

  private record Goal(ValueNode node, int tail, int head) {}

  private final ValueGraph graph;
  private final Valuation values;
  private final BaseFacts facts;

  /** Of recursive definitions, pairs that are being explained: none is a reason for itself. */
  private final Set<Goal> open = new HashSet<>();

  private final Set<Goal> lacking = new HashSet<>();
  private int steps;
  private int depth;
  private boolean gaveUp;

  FailureGrounds(ValueGraph graph, Valuation values, BaseFacts facts) {
    this.graph = graph;
    this.values = values;
    this.facts = facts;
  }

  /** Explains why a test fails in every extension of the execution. */
  void explain(CatTest test) {
    ValueNode node = test.relation();
    if (!test.negated()) {
      Relation relation = (Relation) values.value(node, Bound.LEAST);
      List<Integer> events = Witness.of(test.kind(), relation);
      boolean isCycle = test.kind() != CatStatement.TestKind.EMPTY || events.size() == 1;
      for (int i = 0; i < events.size() - (isCycle ? 0 : 1); i++) {
        explain(has(node, events.get(i), events.get((i + 1) % events.size())));
      }
    } else if (test.kind() == CatStatement.TestKind.EMPTY) {
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

  private void explain(boolean explained) {
    if (!explained) {
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

  private static boolean isFixed(ValueNode node) {
    return node.stage() == 0 && node.group() < 0;
  }

  /**
   * Explains why the least of a value has a pair, or an event; false where it can only be explained
   * by what is being explained. What was found before that is too much, but not wrong.
   */
  private boolean has(ValueNode node, int tail, int head) {
    if (isFixed(node)) {
      return true;
    }
    if (isTooLong()) {
      return giveUp();
    }
    depth++;
    boolean explained =
        switch (node.operator()) {
          case BASE -> {
            facts.has(node.name(), tail, head);
            yield true;
          }
          case ID, ALL -> true;
          case CHOICE -> {
            facts.ordered(tail, head);
            yield true;
          }
          case UNION -> hasEither(earlier(node), later(node), tail, head);
          case INTERSECTION -> has(node.left(), tail, head) && has(node.right(), tail, head);
          case DIFFERENCE -> has(node.left(), tail, head) && lacks(node.right(), tail, head);
          case COMPLEMENT -> lacks(node.operand(), tail, head);
          case PRODUCT -> has(node.left(), tail, tail) && has(node.right(), head, head);
          case INVERSE -> has(node.operand(), head, tail);
          case BRACKETS -> has(node.operand(), tail, tail);
          case OPTIONAL -> tail == head || has(node.operand(), tail, head);
          case SEQUENCE -> hasSequence(node, tail, head);
          case STAR -> tail == head || hasPath(node.operand(), tail, head);
          case PLUS -> hasPath(node.operand(), tail, head);
          case DOMAIN -> hasBeside(node.operand(), tail, false);
          case RANGE -> hasBeside(node.operand(), tail, true);
          case VARIABLE, FIXPOINT -> hasDefined(node, tail, head);
          default -> giveUp();
        };
    depth--;
    return explained;
  }

  private static ValueNode earlier(ValueNode union) {
    return union.right().stage() < union.left().stage() ? union.right() : union.left();
  }

  private static ValueNode later(ValueNode union) {
    return union.right().stage() < union.left().stage() ? union.left() : union.right();
  }

  private boolean hasEither(ValueNode first, ValueNode second, int tail, int head) {
    return (isIn(first, Bound.LEAST, tail, head) && has(first, tail, head))
        || (isIn(second, Bound.LEAST, tail, head) && has(second, tail, head));
  }

  private boolean hasSequence(ValueNode node, int tail, int head) {
    for (int middle = 0; middle < values.names().events(); middle++) {
      if (isIn(node.left(), Bound.LEAST, tail, middle)
          && isIn(node.right(), Bound.LEAST, middle, head)
          && has(node.left(), tail, middle)
          && has(node.right(), middle, head)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasPath(ValueNode node, int tail, int head) {
    if (node.group() >= 0) {
      return giveUp();
    }
    int current = tail;
    Relation relation = (Relation) values.value(node, Bound.LEAST);
    for (int next : RelationDerivation.shortestPath(relation, tail, head)) {
      explain(has(node, current, next));
      current = next;
    }
    return true;
  }

  private boolean hasBeside(ValueNode node, int event, boolean atHead) {
    for (int otherEvent = 0; otherEvent < values.names().events(); otherEvent++) {
      int tail = atHead ? otherEvent : event;
      int head = atHead ? event : otherEvent;
      if (isIn(node, Bound.LEAST, tail, head) && has(node, tail, head)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasDefined(ValueNode node, int tail, int head) {
    Goal goal = new Goal(graph.result(node), tail, head);
    if (!open.add(goal)) {
      return false;
    }
    boolean explained = has(graph.body(node), tail, head);
    open.remove(goal);
    return explained;
  }

  /** Explains why the most of a value lacks a pair, or an event. Always true. */
  private boolean lacks(ValueNode node, int tail, int head) {
    if (isFixed(node)) {
      return true;
    }
    if (isTooLong()) {
      return giveUp();
    }
    if (!lacking.add(new Goal(node, tail, head))) {
      return true;
    }
    depth++;
    switch (node.operator()) {
      case BASE -> facts.lacks(node.name(), tail, head);
      case ID, EMPTY -> {}
      case CHOICE -> facts.ordered(/* tail= */ head, /* head= */ tail);
      case UNION -> {
        lacks(node.left(), tail, head);
        lacks(node.right(), tail, head);
      }
      case INTERSECTION -> lacksEither(node.left(), tail, head, node.right(), tail, head);
      case DIFFERENCE -> {
        if (isIn(node.left(), Bound.MOST, tail, head)) {
          explain(has(node.right(), tail, head));
        } else {
          lacks(node.left(), tail, head);
        }
      }
      case COMPLEMENT -> explain(has(node.operand(), tail, head));
      case PRODUCT -> lacksEither(node.left(), tail, tail, node.right(), head, head);
      case INVERSE -> lacks(node.operand(), head, tail);
      case BRACKETS -> {
        if (tail == head) {
          lacks(node.operand(), tail, tail);
        }
      }
      case OPTIONAL -> lacks(node.operand(), tail, head);
      case SEQUENCE -> {
        for (int middle = 0; middle < values.names().events(); middle++) {
          lacksEither(node.left(), tail, middle, node.right(), middle, head);
        }
      }
      case STAR, PLUS -> lacksPath(node.operand(), tail);
      case DOMAIN -> {
        for (int otherEvent = 0; otherEvent < values.names().events(); otherEvent++) {
          lacks(node.operand(), tail, otherEvent);
        }
      }
      case RANGE -> {
        for (int otherEvent = 0; otherEvent < values.names().events(); otherEvent++) {
          lacks(node.operand(), otherEvent, tail);
        }
      }
      case VARIABLE, FIXPOINT -> lacks(graph.body(node), tail, head);
      default -> giveUp();
    }
    depth--;
    return true;
  }

  /** Of two pairs one is lacking: the one about which there is less to say. */
  private void lacksEither(
      ValueNode first, int tail, int head, ValueNode second, int otherFrom, int otherTo) {
    boolean lacksOne = !isIn(first, Bound.MOST, tail, head);
    boolean lacksOther = !isIn(second, Bound.MOST, otherFrom, otherTo);
    if (lacksOther && (!lacksOne || second.stage() < first.stage())) {
      lacks(second, otherFrom, otherTo);
    } else {
      lacks(first, tail, head);
    }
  }

  /** No step leads out of all that can be reached. */
  private void lacksPath(ValueNode node, int tail) {
    if (node.group() >= 0) {
      giveUp();
      return;
    }
    int events = values.names().events();
    Relation paths = ((Relation) values.value(node, Bound.MOST)).transitiveClosure();
    for (int a = 0; a < events; a++) {
      if (a == tail || paths.contains(tail, a)) {
        for (int b = 0; b < events; b++) {
          if (!paths.contains(tail, b)) {
            lacks(node, a, b);
          }
        }
      }
    }
  }

  /** Whether a bound of a value has a pair, or an event. */
  private boolean isIn(ValueNode node, Bound bound, int tail, int head) {
    if (node.operator() == Operator.VARIABLE) {
      return isIn(graph.result(node), bound, tail, head);
    }
    if (node.group() < 0) {
      Object value = values.value(node, bound);
      return node.type() == ValueType.SET
          ? ((EventSet) value).contains(tail)
          : ((Relation) value).contains(tail, head);
    }
    // Values inside recursive definitions are kept no longer than these are solved.
    return switch (node.operator()) {
      case UNION -> isIn(node.left(), bound, tail, head) || isIn(node.right(), bound, tail, head);
      case INTERSECTION ->
          isIn(node.left(), bound, tail, head) && isIn(node.right(), bound, tail, head);
      case DIFFERENCE ->
          isIn(node.left(), bound, tail, head) && !isIn(node.right(), bound.opposite(), tail, head);
      case PRODUCT -> isIn(node.left(), bound, tail, tail) && isIn(node.right(), bound, head, head);
      case INVERSE -> isIn(node.operand(), bound, head, tail);
      case BRACKETS -> tail == head && isIn(node.operand(), bound, tail, tail);
      case OPTIONAL -> tail == head || isIn(node.operand(), bound, tail, head);
      case SEQUENCE -> {
        for (int middle = 0; middle < values.names().events(); middle++) {
          if (isIn(node.left(), bound, tail, middle) && isIn(node.right(), bound, middle, head)) {
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
