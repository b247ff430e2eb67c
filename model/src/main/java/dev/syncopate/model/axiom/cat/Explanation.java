package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.Node;
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
 * Why a pair is in a relation: a chain of steps, each of a base relation or of something that has
 * no chain to show, such as a recursive definition, which is called by its name.
 */
final class Explanation {
  private final Function<Node, Object> values;
  private final Map<Node, String> names = new HashMap<>();

  /**
   * @param definitions the model's names
   * @param values what each node is in the execution
   */
  Explanation(Map<String, Node> definitions, Function<Node, Object> values) {
    this.values = values;
    definitions.forEach((name, node) -> names.putIfAbsent(node, name));
  }

  /**
   * A pair of a relation that is still to be explained.
   *
   * @param turned whether the steps are wanted from its second event to its first
   */
  private record Pair(Node node, int from, int to, boolean turned) {
    Pair of(Node other) {
      return new Pair(other, from, to, turned);
    }
  }

  /** The steps from one event to another that a relation has. */
  List<Judgement.Step> of(Node node, int from, int to) {
    List<Judgement.Step> steps = new ArrayList<>();
    Deque<Pair> open = new ArrayDeque<>(List.of(new Pair(node, from, to, false)));
    while (!open.isEmpty()) {
      explain(open.pop(), open, steps);
    }
    return steps;
  }

  /** Explains a pair by others, which go before all that are open, or by a step. */
  private void explain(Pair pair, Deque<Pair> open, List<Judgement.Step> steps) {
    Node node = pair.node();
    int from = pair.from();
    int to = pair.to();
    switch (node.operator()) {
      case ID, BRACKETS -> {}
      case UNION -> open.push(pair.of(has(node.left(), from, to) ? node.left() : node.right()));
      case DIFFERENCE -> open.push(pair.of(node.left()));
      case INTERSECTION -> {
        // What hangs on rf and co says more than what restricts it.
        boolean later = node.right().stage() > node.left().stage();
        open.push(pair.of(later ? node.right() : node.left()));
      }
      case SEQUENCE -> {
        if (isFromReads(node)) {
          steps.add(step(pair, "fr"));
          return;
        }
        int middle = middle(node, from, to);
        push(
            List.of(
                new Pair(node.left(), from, middle, pair.turned()),
                new Pair(node.right(), middle, to, pair.turned())),
            open);
      }
      case OPTIONAL -> {
        if (from != to) {
          open.push(pair.of(node.operand()));
        }
      }
      case STAR -> {
        if (from != to) {
          push(chain(pair), open);
        }
      }
      case PLUS -> push(chain(pair), open);
      case INVERSE -> open.push(new Pair(node.operand(), to, from, !pair.turned()));
      default -> steps.add(step(pair, name(node)));
    }
  }

  private static Judgement.Step step(Pair pair, String by) {
    return pair.turned()
        ? new Judgement.Step(pair.to(), pair.from(), by + "^-1")
        : new Judgement.Step(pair.from(), pair.to(), by);
  }

  /** Opens pairs, each of which follows the one before it. */
  private static void push(List<Pair> pairs, Deque<Pair> open) {
    List<Pair> lastFirst = pairs.getFirst().turned() ? pairs : pairs.reversed();
    lastFirst.forEach(open::push);
  }

  /** {@code rf^-1; co} with the model's own {@code co}, which everybody knows by its name. */
  private boolean isFromReads(Node node) {
    return node.left().operator() == Operator.INVERSE
        && node.left().operand().name().equals("rf")
        && name(node.right()).equals("co");
  }

  private int middle(Node sequence, int from, int to) {
    for (int e = 0; e < events(sequence); e++) {
      if (has(sequence.left(), from, e) && has(sequence.right(), e, to)) {
        return e;
      }
    }
    throw new IllegalStateException("a pair of a sequence without a middle");
  }

  private int events(Node node) {
    return value(node).events();
  }

  private List<Pair> chain(Pair pair) {
    Node node = pair.node();
    List<Pair> pairs = new ArrayList<>();
    int at = pair.from();
    for (int next : shortestPath(value(node.operand()), pair.from(), pair.to())) {
      pairs.add(new Pair(node.operand(), at, next, pair.turned()));
      at = next;
    }
    return pairs;
  }

  /**
   * The events after the first on a shortest path between two, at least one; none if there is no
   * path.
   */
  static List<Integer> shortestPath(Relation relation, int from, int to) {
    int events = relation.events();
    int[] before = new int[events];
    Arrays.fill(before, -1);
    int[] todo = new int[events];
    todo[0] = from;
    int count = 1;
    for (int done = 0; done < count; done++) {
      int at = todo[done];
      if (relation.contains(at, to)) {
        List<Integer> path = new ArrayList<>(List.of(to));
        for (int e = at; e != from; e = before[e]) {
          path.add(e);
        }
        Collections.reverse(path);
        return path;
      }
      for (int next = 0; next < events; next++) {
        if (next != from && before[next] < 0 && relation.contains(at, next)) {
          before[next] = at;
          todo[count++] = next;
        }
      }
    }
    return List.of();
  }

  private boolean has(Node node, int from, int to) {
    return value(node).contains(from, to);
  }

  private Relation value(Node node) {
    return (Relation) values.apply(node);
  }

  private String name(Node node) {
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
