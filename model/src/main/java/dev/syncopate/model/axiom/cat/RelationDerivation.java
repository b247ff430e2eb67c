package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Derivation of a pair of a relation: a chain of steps. Each step is a pair of a base relation, or
 * of a relation without a chain to show, such as a recursive definition, which is shown by its
 * name.
 */
final class RelationDerivation {
  private final Function<ValueNode, Object> values;
  private final Map<ValueNode, String> names = new HashMap<>();

  /**
   * @param definitions the model's names
   * @param values what each node is in the execution
   */
  RelationDerivation(Map<String, ValueNode> definitions, Function<ValueNode, Object> values) {
    this.values = values;
    definitions.forEach((name, node) -> names.putIfAbsent(node, name));
  }

  /**
   * A pair of a relation that is still to be explained.
   *
   * @param turned whether the steps are wanted from its second event to its first
   */
  private record Pair(ValueNode node, int tail, int head, boolean turned) {
    Pair of(ValueNode operand) {
      return new Pair(operand, tail, head, turned);
    }
  }

  /** The steps from one event to another that a relation has. */
  List<Judgement.Step> of(ValueNode node, int tail, int head) {
    List<Judgement.Step> steps = new ArrayList<>();
    Deque<Pair> open = new ArrayDeque<>(List.of(new Pair(node, tail, head, false)));
    while (!open.isEmpty()) {
      explain(open.pop(), open, steps);
    }
    return steps;
  }

  /** Explains a pair by others, which go before all that are open, or by a step. */
  private void explain(Pair pair, Deque<Pair> open, List<Judgement.Step> steps) {
    ValueNode node = pair.node();
    int tail = pair.tail();
    int head = pair.head();
    switch (node.operator()) {
      case ID, BRACKETS -> {}
      case UNION -> open.push(pair.of(has(node.left(), tail, head) ? node.left() : node.right()));
      case DIFFERENCE -> open.push(pair.of(node.left()));
      case INTERSECTION -> {
        // What depends on rf and co says more than what restricts it.
        boolean later = node.right().stage() > node.left().stage();
        open.push(pair.of(later ? node.right() : node.left()));
      }
      case SEQUENCE -> {
        if (isFromReads(node)) {
          steps.add(step(pair, "fr"));
          return;
        }
        int middle = middle(node, tail, head);
        push(
            List.of(
                new Pair(node.left(), tail, middle, pair.turned()),
                new Pair(node.right(), middle, head, pair.turned())),
            open);
      }
      case OPTIONAL -> {
        if (tail != head) {
          open.push(pair.of(node.operand()));
        }
      }
      case STAR -> {
        if (tail != head) {
          push(chain(pair), open);
        }
      }
      case PLUS -> push(chain(pair), open);
      case INVERSE -> open.push(new Pair(node.operand(), head, tail, !pair.turned()));
      default -> steps.add(step(pair, name(node)));
    }
  }

  private static Judgement.Step step(Pair pair, String relationName) {
    return pair.turned()
        ? new Judgement.Step(pair.head(), pair.tail(), relationName + "^-1")
        : new Judgement.Step(pair.tail(), pair.head(), relationName);
  }

  /** Opens pairs, each of which follows the one before it. */
  private static void push(List<Pair> pairs, Deque<Pair> open) {
    List<Pair> lastFirst = pairs.getFirst().turned() ? pairs : pairs.reversed();
    lastFirst.forEach(open::push);
  }

  /** {@code rf^-1; co} with the model's own {@code co}, which is shown as {@code fr}. */
  private boolean isFromReads(ValueNode node) {
    return node.left().operator() == Operator.INVERSE
        && node.left().operand().name().equals("rf")
        && name(node.right()).equals("co");
  }

  private int middle(ValueNode sequence, int tail, int head) {
    for (int e = 0; e < events(sequence); e++) {
      if (has(sequence.left(), tail, e) && has(sequence.right(), e, head)) {
        return e;
      }
    }
    throw new IllegalStateException("a pair of a sequence without a middle");
  }

  private int events(ValueNode node) {
    return value(node).events();
  }

  private List<Pair> chain(Pair pair) {
    ValueNode node = pair.node();
    List<Pair> pairs = new ArrayList<>();
    int current = pair.tail();
    for (int next : shortestPath(value(node.operand()), pair.tail(), pair.head())) {
      pairs.add(new Pair(node.operand(), current, next, pair.turned()));
      current = next;
    }
    return pairs;
  }

  /**
   * The events after the first on a shortest path between two, at least one; none if there is no
   * path.
   */
  static List<Integer> shortestPath(Relation relation, int tail, int head) {
    int events = relation.events();
    int[] predecessors = new int[events];
    Arrays.fill(predecessors, -1);
    int[] todo = new int[events];
    todo[0] = tail;
    int count = 1;
    for (int processed = 0; processed < count; processed++) {
      int current = todo[processed];
      if (relation.contains(current, head)) {
        List<Integer> path = new ArrayList<>(List.of(head));
        for (int e = current; e != tail; e = predecessors[e]) {
          path.add(e);
        }
        Collections.reverse(path);
        return path;
      }
      for (int next = 0; next < events; next++) {
        if (next != tail && predecessors[next] < 0 && relation.contains(current, next)) {
          predecessors[next] = current;
          todo[count++] = next;
        }
      }
    }
    return List.of();
  }

  private boolean has(ValueNode node, int tail, int head) {
    return value(node).contains(tail, head);
  }

  private Relation value(ValueNode node) {
    return (Relation) values.apply(node);
  }

  private String name(ValueNode node) {
    if (!node.name().isEmpty()) {
      return node.name();
    }
    String name = names.get(node);
    if (name != null) {
      return name;
    }
    return node.operator() == Operator.COMPLEMENT ? "~…" : node.operator().symbol();
  }
}
