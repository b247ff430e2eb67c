package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All values of a model, each once. Types have been checked by who asks for a value. */
public final class Graph {
  private record Key(Operator operator, Type type, String name, List<Node> operands) {}

  /**
   * Definitions that are recursive together.
   *
   * @param variables what each stands for inside
   * @param bodies what each is defined as
   * @param members all values that hang on a variable
   * @param results what each is outside: the least solution
   */
  public record Group(
      List<Node> variables, List<Node> bodies, List<Node> members, List<Node> results) {}

  private final List<Node> nodes = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final Map<Key, Node> nodesByKey = new HashMap<>();

  /** By a recursive definition's variable, and by what it is outside. */
  private final Map<Node, Node> bodies = new HashMap<>();

  private final Map<Node, Node> results = new HashMap<>();
  private int choices;

  public List<Node> nodes() {
    return nodes;
  }

  public List<Group> groups() {
    return groups;
  }

  /** How many orders are chosen. */
  public int choices() {
    return choices;
  }

  /** A value that hangs on nothing. */
  Node constant(Operator operator, Type type) {
    return node(operator, type, "", List.of(), 0, -1, false);
  }

  /** A set or relation that the execution gives. */
  Node base(String name, Vocabulary.Base base) {
    Type type = base.isSet() ? Type.SET : Type.RELATION;
    return node(Operator.BASE, type, name, List.of(), base.stage().level(), -1, false);
  }

  /** A value computed from others. */
  Node computed(Operator operator, Type type, Node... operands) {
    int stage = 0;
    int group = -1;
    boolean antitone = false;
    for (Node operand : operands) {
      stage = Math.max(stage, operand.stage());
      group = Math.max(group, operand.group());
      antitone |= operand.antitone();
    }
    antitone |= negated(operator, operands) > 0;
    return node(operator, type, "", List.of(operands), stage, group, antitone);
  }

  /** The stage of an operand that an operator turns round; orders depend on theirs either way. */
  private static int negated(Operator operator, Node... operands) {
    return switch (operator) {
      case COMPLEMENT, PARTIAL_ORDERS, LINEARISATIONS -> operands[operands.length - 1].stage();
      case DIFFERENCE -> operands[1].stage();
      default -> 0;
    };
  }

  /** A relation that is one of some orders, the choice still open. */
  Node choice(String name, Node orders) {
    int stage = Stage.COUNT + choices++;
    return add(
        new Node(
            nodes.size(), Operator.CHOICE, Type.RELATION, name, List.of(orders), stage, -1, false));
  }

  /** Variables for recursive definitions whose bodies are to come. */
  List<Node> variables(List<Type> types) {
    List<Node> variables = new ArrayList<>();
    for (Type type : types) {
      variables.add(
          add(
              new Node(
                  nodes.size(), Operator.VARIABLE, type, "", List.of(), 0, groups.size(), false)));
    }
    return variables;
  }

  /** The least solution of recursive definitions. */
  List<Node> fixpoints(List<Node> variables, List<Node> bodies) {
    int group = groups.size();
    List<Node> members = nodes.stream().filter(node -> node.group() == group).toList();
    int stage = bodies.stream().mapToInt(Node::stage).max().orElse(0);
    boolean antitone = bodies.stream().anyMatch(Node::antitone);
    List<Node> results = new ArrayList<>();
    for (Node variable : variables) {
      results.add(
          add(
              new Node(
                  nodes.size(),
                  Operator.FIXPOINT,
                  variable.type(),
                  "",
                  bodies,
                  stage,
                  -1,
                  antitone)));
    }
    groups.add(new Group(variables, bodies, members, results));
    for (int i = 0; i < variables.size(); i++) {
      for (Node node : List.of(variables.get(i), results.get(i))) {
        this.bodies.put(node, bodies.get(i));
        this.results.put(node, results.get(i));
      }
    }
    return results;
  }

  /** What a variable, or a fixpoint, is defined as. */
  public Node body(Node node) {
    return Objects.requireNonNull(bodies.get(node));
  }

  /** What a variable is outside its definition. */
  public Node result(Node node) {
    return Objects.requireNonNull(results.get(node));
  }

  private Node node(
      Operator operator,
      Type type,
      String name,
      List<Node> operands,
      int stage,
      int group,
      boolean antitone) {
    return nodesByKey.computeIfAbsent(
        new Key(operator, type, name, operands),
        key -> add(new Node(nodes.size(), operator, type, name, operands, stage, group, antitone)));
  }

  private Node add(Node node) {
    nodes.add(node);
    return node;
  }
}
