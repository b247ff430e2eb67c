package dev.syncopate.model.axiom.cat;

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

  /** The steps from one event to another that a relation has. */
  List<Judgement.Step> of(Node node, int from, int to) {
    List<Judgement.Step> steps = new ArrayList<>();
    explain(node, from, to, steps);
    return steps;
  }

  private void explain(Node node, int from, int to, List<Judgement.Step> steps) {
    switch (node.operator()) {
      case ID, BRACKETS -> {}
      case UNION ->
          explain(has(node.left(), from, to) ? node.left() : node.right(), from, to, steps);
      case DIFFERENCE -> explain(node.left(), from, to, steps);
      case INTERSECTION -> {
        // What hangs on rf and co says more than what restricts it.
        boolean later = node.right().stage() > node.left().stage();
        explain(later ? node.right() : node.left(), from, to, steps);
      }
      case SEQUENCE -> {
        if (isFromReads(node)) {
          steps.add(new Judgement.Step(from, to, "fr"));
          return;
        }
        int middle = middle(node, from, to);
        explain(node.left(), from, middle, steps);
        explain(node.right(), middle, to, steps);
      }
      case OPTIONAL -> {
        if (from != to) {
          explain(node.operand(), from, to, steps);
        }
      }
      case STAR -> {
        if (from != to) {
          chain(node.operand(), from, to, steps);
        }
      }
      case PLUS -> chain(node.operand(), from, to, steps);
      case INVERSE -> inverse(node.operand(), from, to, steps);
      default -> steps.add(new Judgement.Step(from, to, name(node)));
    }
  }

  /** {@code rf^-1; co} with the model's own {@code co}, which everybody knows by its name. */
  private boolean isFromReads(Node node) {
    return node.left().operator() == Operator.INVERSE
        && node.left().operand().name().equals("rf")
        && name(node.right()).equals("co");
  }

  private void inverse(Node node, int from, int to, List<Judgement.Step> steps) {
    List<Judgement.Step> forwards = of(node, to, from);
    for (Judgement.Step step : forwards.reversed()) {
      steps.add(new Judgement.Step(step.to(), step.from(), step.by() + "^-1"));
    }
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

  private void chain(Node node, int from, int to, List<Judgement.Step> steps) {
    int at = from;
    for (int next : shortestPath(value(node), from, to)) {
      explain(node, at, next, steps);
      at = next;
    }
  }

  /**
   * The events after the first on a shortest path between two, at least one; none if there is no
   * path.
   */
  static List<Integer> shortestPath(Relation relation, int from, int to) {
    int[] before = new int[relation.events()];
    Arrays.fill(before, -1);
    Deque<Integer> todo = new ArrayDeque<>(List.of(from));
    while (!todo.isEmpty()) {
      int at = todo.removeFirst();
      if (relation.contains(at, to)) {
        List<Integer> path = new ArrayList<>(List.of(to));
        for (int e = at; e != from; e = before[e]) {
          path.add(e);
        }
        Collections.reverse(path);
        return path;
      }
      for (int next = 0; next < relation.events(); next++) {
        if (next != from && before[next] < 0 && relation.contains(at, next)) {
          before[next] = at;
          todo.addLast(next);
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
