package dev.syncopate.model.axiom.cat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What becomes of a value when a thread reads once more than before: whether it keeps, between the
 * events that were there, all that it had.
 */
final class Growth {
  private final Map<Node, Boolean> growing = new HashMap<>();

  private Growth() {}

  /** Whether an execution that breaks a requirement still breaks one with more reads. */
  static boolean onlyForbids(List<CatTest> tests) {
    Growth growth = new Growth();
    return tests.stream()
        .filter(test -> !test.flag())
        .allMatch(test -> !test.negated() && growth.grows(test.relation()));
  }

  private boolean grows(Node node) {
    Boolean known = growing.get(node);
    if (known == null) {
      growing.put(node, true); // What recursive definitions assume of one another.
      known =
          switch (node.operator()) {
            case DIFFERENCE -> grows(node.left()) && isFixed(node.right());
            case COMPLEMENT -> isFixed(node.operand());
            default -> node.operands().stream().allMatch(this::grows);
          };
      growing.put(node, known);
    }
    return known;
  }

  /** Whether more reads change nothing between the events that were there. */
  private static boolean isFixed(Node node) {
    return switch (node.operator()) {
      case BASE, ALL, EMPTY, ID -> true;
      case UNION, INTERSECTION, DIFFERENCE, PRODUCT, COMPLEMENT, INVERSE, OPTIONAL, BRACKETS ->
          node.operands().stream().allMatch(Growth::isFixed);
      case SEQUENCE -> meetsNoRead(node) && isFixed(node.left()) && isFixed(node.right());
      default -> false;
    };
  }

  /**
   * Whether a step in the middle of a sequence is always one that was there: a bracket, a write.
   */
  private static boolean meetsNoRead(Node node) {
    Node left = node.left();
    return left.operator() == Operator.BRACKETS
        || node.right().operator() == Operator.BRACKETS
        || (left.operator() == Operator.INVERSE && left.operand().name().equals("rf"));
  }
}
