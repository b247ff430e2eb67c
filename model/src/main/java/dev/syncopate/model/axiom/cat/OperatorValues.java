package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.graph.ValueType;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;

/** Value of each operator, computed from the values of its operands. */
final class OperatorValues {
  private OperatorValues() {}

  /** The value of an operator that depends on its operands alone. */
  static Object compute(ValueNode node, int events, Object first, Object second) {
    return node.type() == ValueType.SET
        ? set(node.operator(), events, first, second)
        : relation(node.operator(), events, first, second);
  }

  /** Of nothing. */
  static Object empty(ValueType type, int events) {
    return type == ValueType.SET ? new EventSet(events) : new Relation(events);
  }

  /** Of everything. */
  static Object all(ValueType type, int events) {
    return type == ValueType.SET ? EventSet.all(events) : new Relation(events).complement();
  }

  private static EventSet set(Operator operator, int events, Object first, Object second) {
    return switch (operator) {
      case ALL -> EventSet.all(events);
      case EMPTY -> new EventSet(events);
      case UNION -> ((EventSet) first).union((EventSet) second);
      case INTERSECTION -> ((EventSet) first).intersection((EventSet) second);
      case DIFFERENCE -> ((EventSet) first).difference((EventSet) second);
      case COMPLEMENT -> ((EventSet) first).complement();
      case DOMAIN -> ((Relation) first).domain();
      case RANGE -> ((Relation) first).range();
      default -> throw new IllegalArgumentException(operator + " computes no set");
    };
  }

  private static Relation relation(Operator operator, int events, Object first, Object second) {
    return switch (operator) {
      case ALL -> new Relation(events).complement();
      case EMPTY -> new Relation(events);
      case ID -> Relation.identity(events);
      case BRACKETS -> Relation.identity((EventSet) first);
      case PRODUCT -> Relation.product((EventSet) first, (EventSet) second);
      case UNION -> ((Relation) first).union((Relation) second);
      case INTERSECTION -> ((Relation) first).intersection((Relation) second);
      case DIFFERENCE -> ((Relation) first).difference((Relation) second);
      case SEQUENCE -> ((Relation) first).sequence((Relation) second);
      case COMPLEMENT -> ((Relation) first).complement();
      case INVERSE -> ((Relation) first).inverse();
      case PLUS -> ((Relation) first).transitiveClosure();
      case STAR -> ((Relation) first).transitiveClosure().reflexive();
      case OPTIONAL -> ((Relation) first).reflexive();
      default -> throw new IllegalArgumentException(operator + " computes no relation");
    };
  }
}
