package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.Operator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Monotonicity of a value when a thread reads once more than before: whether the value keeps all
 * that it had between the earlier events.
 */
public final class ValueGrowth {
  private final Set<ValueNode> growing = new HashSet<>();

  /** Values between whose events, those that were there, more reads change nothing. */
  private final Set<ValueNode> fixed = new HashSet<>();

  private ValueGrowth() {}

  /** Whether an execution that breaks a requirement still breaks one with more reads. */
  public static boolean onlyForbids(List<CatTest> tests) {
    List<CatTest> requirements = tests.stream().filter(test -> !test.flag()).toList();
    ValueGrowth growth = new ValueGrowth();
    for (ValueNode node : below(requirements.stream().map(CatTest::relation).toList())) {
      if (growth.isFixed(node)) {
        growth.fixed.add(node);
      }
      if (growth.grows(node)) {
        growth.growing.add(node);
      }
    }
    return requirements.stream()
        .allMatch(test -> !test.negated() && growth.growing.contains(test.relation()));
  }

  /** Some values and all that they depend on, operands first. */
  private static List<ValueNode> below(List<ValueNode> nodes) {
    Map<Integer, ValueNode> reached = new TreeMap<>();
    Deque<ValueNode> open = new ArrayDeque<>(nodes);
    while (!open.isEmpty()) {
      ValueNode node = open.removeLast();
      if (reached.put(node.id(), node) == null) {
        open.addAll(node.operands());
      }
    }
    return List.copyOf(reached.values());
  }

  private boolean grows(ValueNode node) {
    return switch (node.operator()) {
      case DIFFERENCE -> growing.contains(node.left()) && fixed.contains(node.right());
      case COMPLEMENT -> fixed.contains(node.operand());
      default -> growing.containsAll(node.operands());
    };
  }

  private boolean isFixed(ValueNode node) {
    return switch (node.operator()) {
      case BASE, ALL, EMPTY, ID -> true;
      case UNION, INTERSECTION, DIFFERENCE, PRODUCT, COMPLEMENT, INVERSE, OPTIONAL, BRACKETS ->
          fixed.containsAll(node.operands());
      case SEQUENCE -> meetsNoRead(node) && fixed.containsAll(node.operands());
      default -> false;
    };
  }

  /**
   * Whether a step in the middle of a sequence is always one that was there: a bracket, a write.
   */
  private static boolean meetsNoRead(ValueNode node) {
    ValueNode leftOperand = node.left();
    return leftOperand.operator() == Operator.BRACKETS
        || node.right().operator() == Operator.BRACKETS
        || (leftOperand.operator() == Operator.INVERSE
            && leftOperand.operand().name().equals("rf"));
  }
}
