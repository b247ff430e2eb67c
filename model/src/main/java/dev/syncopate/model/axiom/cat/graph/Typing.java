package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.Expression;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.cat.syntax.Place;
import dev.syncopate.model.source.SourceException;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Which operator takes sets and which relations. */
final class Typing {
  private final Graph graph;
  private final BiFunction<Place, String, SourceException> errors;

  Typing(Graph graph, BiFunction<Place, String, SourceException> errors) {
    this.graph = graph;
    this.errors = errors;
  }

  /** The function that every model has under a name; {@code null} if there is none. */
  static @Nullable Operator function(String name) {
    return switch (name) {
      case "domain" -> Operator.DOMAIN;
      case "range" -> Operator.RANGE;
      case "linearisations" -> Operator.LINEARISATIONS;
      case "partialorders" -> Operator.PARTIAL_ORDERS;
      default -> null;
    };
  }

  /** A value that must be of a type; {@code 0} becomes of it. */
  Node expect(Type type, Node node, Place place) {
    if (node.type() == Type.EITHER) {
      return graph.constant(node.operator(), type);
    }
    if (node.type() != type) {
      String mismatch = "found " + node.type().described() + ", expected " + type.described();
      String advice = type == Type.RELATION && node.type() == Type.SET ? "; is `[…]` meant?" : "";
      throw errors.apply(place, mismatch + advice);
    }
    return node;
  }

  /** An operator with one operand. */
  Node unary(Operator operator, Node operand, Place place) {
    return switch (operator) {
      case COMPLEMENT -> complement(operand, place);
      case BRACKETS -> graph.computed(operator, Type.RELATION, expect(Type.SET, operand, place));
      case DOMAIN, RANGE ->
          graph.computed(operator, Type.SET, expect(Type.RELATION, operand, place));
      case INVERSE, PLUS, STAR, OPTIONAL ->
          graph.computed(operator, Type.RELATION, expect(Type.RELATION, operand, place));
      default -> throw new IllegalArgumentException(operator + " takes other than one operand");
    };
  }

  private Node complement(Node operand, Place place) {
    refuseRecursion(operand, "~", place);
    if (operand.type() != Type.EITHER) {
      return graph.computed(Operator.COMPLEMENT, operand.type(), operand);
    }
    return graph.constant(
        operand.operator() == Operator.EMPTY ? Operator.ALL : Operator.EMPTY, Type.EITHER);
  }

  /** An operator with two operands. */
  Node binary(Operator operator, Node left, Node right, Place place) {
    return switch (operator) {
      case PRODUCT ->
          graph.computed(
              operator,
              Type.RELATION,
              expect(Type.SET, left, place),
              expect(Type.SET, right, place));
      case SEQUENCE ->
          graph.computed(
              operator,
              Type.RELATION,
              expect(Type.RELATION, left, place),
              expect(Type.RELATION, right, place));
      case UNION, INTERSECTION, DIFFERENCE -> alike(operator, left, right, place);
      default -> throw new IllegalArgumentException(operator + " takes other than two operands");
    };
  }

  private Node alike(Operator operator, Node left, Node right, Place place) {
    if (operator == Operator.DIFFERENCE) {
      refuseRecursion(right, "\\", place);
    }
    if (left.type() == Type.EITHER && right.type() == Type.EITHER) {
      boolean isEmpty =
          switch (operator) {
            case UNION -> isNothing(left) && isNothing(right);
            case INTERSECTION -> isNothing(left) || isNothing(right);
            default -> isNothing(left) || !isNothing(right);
          };
      return graph.constant(isEmpty ? Operator.EMPTY : Operator.ALL, Type.EITHER);
    }
    Type type = left.type() == Type.EITHER ? right.type() : left.type();
    Node first = expect(type, left, place);
    if (right.type() != Type.EITHER && right.type() != type) {
      throw errors.apply(
          place,
          "found %s left of `%s` and %s right of it, expected two alike"
              .formatted(type.described(), operator.symbol(), right.type().described()));
    }
    return graph.computed(operator, type, first, expect(type, right, place));
  }

  private static boolean isNothing(Node node) {
    return node.operator() == Operator.EMPTY;
  }

  /** A call of a function that every model has. */
  Node function(Operator operator, List<Node> arguments, Expression.Call call) {
    if (operator == Operator.DOMAIN || operator == Operator.RANGE) {
      return unary(operator, arguments.getFirst(), call.arguments().getFirst().place());
    }
    arguments.forEach(argument -> refuseRecursion(argument, call.function(), call.place()));
    return graph.computed(
        operator,
        Type.ORDERS,
        expect(Type.SET, arguments.getFirst(), call.arguments().getFirst().place()),
        expect(Type.RELATION, arguments.getLast(), call.arguments().getLast().place()));
  }

  /**
   * Recursive definitions have a least solution only if more of one never means less of another.
   */
  private void refuseRecursion(Node node, String operatorName, Place place) {
    if (node.group() >= 0) {
      throw errors.apply(
          place,
          "`let rec` through `" + operatorName + "`, of which more may mean less, has no meaning");
    }
  }
}
