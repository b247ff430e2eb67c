package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All values of a model, each once. Types have been checked by who asks for a value. */
public final class ValueGraph {
  private record Key(Operator operator, ValueType type, String name, List<ValueNode> operands) {}

  /**
   * Definitions that are recursive together.
   *
   * @param variables what each stands for inside
   * @param bodies what each is defined as
   * @param members all values that depend on a variable
   * @param results what each is outside: the least solution
   */
  public record Group(
      List<ValueNode> variables,
      List<ValueNode> bodies,
      List<ValueNode> members,
      List<ValueNode> results) {}

  private final List<ValueNode> nodes = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final Map<Key, ValueNode> nodesByKey = new HashMap<>();

  /** By a recursive definition's variable, and by what it is outside. */
  private final Map<ValueNode, ValueNode> bodies = new HashMap<>();

  private final Map<ValueNode, ValueNode> results = new HashMap<>();
  private int choices;

  public List<ValueNode> nodes() {
    return nodes;
  }

  public List<Group> groups() {
    return groups;
  }

  /** How many orders are chosen. */
  public int choices() {
    return choices;
  }

  /** A value that depends on nothing. */
  ValueNode constant(Operator operator, ValueType type) {
    return node(operator, type, "", List.of(), 0, -1, false);
  }

  /** A set or relation that the execution gives. */
  ValueNode base(String name, CatVocabulary.Base base) {
    ValueType type = base.isSet() ? ValueType.SET : ValueType.RELATION;
    return node(Operator.BASE, type, name, List.of(), base.stage().level(), -1, false);
  }

  /** A value computed from others. */
  ValueNode computed(Operator operator, ValueType type, ValueNode... operands) {
    int stage = 0;
    int group = -1;
    boolean antitone = false;
    for (ValueNode operand : operands) {
      stage = Math.max(stage, operand.stage());
      group = Math.max(group, operand.group());
      antitone |= operand.antitone();
    }
    antitone |= negated(operator, operands) > 0;
    return node(operator, type, "", List.of(operands), stage, group, antitone);
  }

  /** The stage of an operand that an operator turns round; orders depend on theirs either way. */
  private static int negated(Operator operator, ValueNode... operands) {
    return switch (operator) {
      case COMPLEMENT, PARTIAL_ORDERS, LINEARISATIONS -> operands[operands.length - 1].stage();
      case DIFFERENCE -> operands[1].stage();
      default -> 0;
    };
  }

  /** A relation that is one of some orders, the choice still open. */
  ValueNode choice(String name, ValueNode orders) {
    int stage = Stage.COUNT + choices++;
    return add(
        new ValueNode(
            nodes.size(),
            Operator.CHOICE,
            ValueType.RELATION,
            name,
            List.of(orders),
            stage,
            -1,
            false));
  }

  /** Variables for recursive definitions whose bodies are to come. */
  List<ValueNode> variables(List<ValueType> types) {
    List<ValueNode> variables = new ArrayList<>();
    for (ValueType type : types) {
      variables.add(
          add(
              new ValueNode(
                  nodes.size(), Operator.VARIABLE, type, "", List.of(), 0, groups.size(), false)));
    }
    return variables;
  }

  /** The least solution of recursive definitions. */
  List<ValueNode> fixpoints(List<ValueNode> variables, List<ValueNode> bodies) {
    int group = groups.size();
    List<ValueNode> members = nodes.stream().filter(node -> node.group() == group).toList();
    int stage = bodies.stream().mapToInt(ValueNode::stage).max().orElse(0);
    boolean antitone = bodies.stream().anyMatch(ValueNode::antitone);
    List<ValueNode> results = new ArrayList<>();
    for (ValueNode variable : variables) {
      results.add(
          add(
              new ValueNode(
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
      for (ValueNode node : List.of(variables.get(i), results.get(i))) {
        this.bodies.put(node, bodies.get(i));
        this.results.put(node, results.get(i));
      }
    }
    return results;
  }

  /** What a variable, or a fixpoint, is defined as. */
  public ValueNode body(ValueNode node) {
    return Objects.requireNonNull(bodies.get(node));
  }

  /** What a variable is outside its definition. */
  public ValueNode result(ValueNode node) {
    return Objects.requireNonNull(results.get(node));
  }

  private ValueNode node(
      Operator operator,
      ValueType type,
      String name,
      List<ValueNode> operands,
      int stage,
      int group,
      boolean antitone) {
    return nodesByKey.computeIfAbsent(
        new Key(operator, type, name, operands),
        key ->
            add(
                new ValueNode(
                    nodes.size(), operator, type, name, operands, stage, group, antitone)));
  }

  private ValueNode add(ValueNode node) {
    nodes.add(node);
    return node;
  }
}
