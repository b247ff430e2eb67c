package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.CatExpression;
import dev.syncopate.model.axiom.cat.syntax.CatPosition;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.source.SourceException;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Types of operators: sets or relations. */
final class Typing {
  private final ValueGraph graph;
  private final BiFunction<CatPosition, String, SourceException> errors;

  /** Executions with one event for each atomic; null for two. */
  private final @Nullable MergedAtomics atomics;

  Typing(
      ValueGraph graph,
      BiFunction<CatPosition, String, SourceException> errors,
      @Nullable MergedAtomics atomics) {
    this.graph = graph;
    this.errors = errors;
    this.atomics = atomics;
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
  ValueNode expect(ValueType type, ValueNode node, CatPosition place) {
    if (node.type() == ValueType.EITHER) {
      return graph.constant(node.operator(), type);
    }
    if (node.type() != type) {
      String mismatch = "found " + node.type().described() + ", expected " + type.described();
      String advice =
          type == ValueType.RELATION && node.type() == ValueType.SET ? "; is `[…]` meant?" : "";
      throw errors.apply(place, mismatch + advice);
    }
    return node;
  }

  /** An operator with one operand. */
  ValueNode unary(Operator operator, ValueNode operand, CatPosition place) {
    if (operand.operator() == Operator.EMPTY) {
      switch (operator) {
        case BRACKETS -> {
          return nothing(ValueType.SET, operand, ValueType.RELATION, place);
        }
        case DOMAIN, RANGE -> {
          return nothing(ValueType.RELATION, operand, ValueType.SET, place);
        }
        case INVERSE, PLUS -> {
          return nothing(ValueType.RELATION, operand, ValueType.RELATION, place);
        }
        default -> {
          // Computed like that of any operand.
        }
      }
    }
    return switch (operator) {
      case COMPLEMENT -> complement(operand, place);
      case BRACKETS ->
          graph.computed(operator, ValueType.RELATION, expect(ValueType.SET, operand, place));
      case DOMAIN, RANGE ->
          graph.computed(operator, ValueType.SET, expect(ValueType.RELATION, operand, place));
      case INVERSE, PLUS, STAR, OPTIONAL ->
          graph.computed(operator, ValueType.RELATION, expect(ValueType.RELATION, operand, place));
      default -> throw new IllegalArgumentException(operator + " takes other than one operand");
    };
  }

  /** Nothing, of a type, made of nothing that must be of another one. */
  private ValueNode nothing(
      ValueType expected, ValueNode operand, ValueType type, CatPosition place) {
    expect(expected, operand, place);
    return graph.constant(Operator.EMPTY, type);
  }

  private ValueNode complement(ValueNode operand, CatPosition place) {
    if (atomics == null || operand.type() == ValueType.EITHER) {
      return allBut(operand, place);
    }
    return graph.computed(
        Operator.INTERSECTION,
        operand.type(),
        allBut(operand, place),
        operand.type() == ValueType.SET ? atomics.events() : atomics.pairs());
  }

  private ValueNode allBut(ValueNode operand, CatPosition place) {
    refuseRecursion(operand, "~", place);
    if (operand.type() != ValueType.EITHER) {
      return graph.computed(Operator.COMPLEMENT, operand.type(), operand);
    }
    return graph.constant(
        operand.operator() == Operator.EMPTY ? Operator.ALL : Operator.EMPTY, ValueType.EITHER);
  }

  /** An operator with two operands. */
  ValueNode binary(Operator operator, ValueNode left, ValueNode right, CatPosition place) {
    return switch (operator) {
      case PRODUCT ->
          pairs(operator, expect(ValueType.SET, left, place), expect(ValueType.SET, right, place));
      case SEQUENCE ->
          pairs(
              operator,
              expect(ValueType.RELATION, left, place),
              expect(ValueType.RELATION, right, place));
      case UNION, INTERSECTION, DIFFERENCE -> alike(operator, left, right, place);
      default -> throw new IllegalArgumentException(operator + " takes other than two operands");
    };
  }

  /** A product or sequence, which is nothing where one of its operands is. */
  private ValueNode pairs(Operator operator, ValueNode left, ValueNode right) {
    return (isNothing(left) || isNothing(right)) && !isChosen(left) && !isChosen(right)
        ? graph.constant(Operator.EMPTY, ValueType.RELATION)
        : graph.computed(operator, ValueType.RELATION, left, right);
  }

  private ValueNode alike(Operator operator, ValueNode left, ValueNode right, CatPosition place) {
    if (operator == Operator.DIFFERENCE && !isNothing(left)) {
      refuseRecursion(right, "\\", place);
    }
    if (left.type() == ValueType.EITHER && right.type() == ValueType.EITHER) {
      boolean isEmpty =
          switch (operator) {
            case UNION -> isNothing(left) && isNothing(right);
            case INTERSECTION -> isNothing(left) || isNothing(right);
            default -> isNothing(left) || !isNothing(right);
          };
      return graph.constant(isEmpty ? Operator.EMPTY : Operator.ALL, ValueType.EITHER);
    }
    ValueType type = left.type() == ValueType.EITHER ? right.type() : left.type();
    ValueNode first = expect(type, left, place);
    if (right.type() != ValueType.EITHER && right.type() != type) {
      throw errors.apply(
          place,
          "found %s left of `%s` and %s right of it, expected two alike"
              .formatted(type.described(), operator.symbol(), right.type().described()));
    }
    ValueNode second = expect(type, right, place);
    if (isNothing(first) && (operator == Operator.UNION || !isChosen(second))) {
      return operator == Operator.UNION ? second : first;
    }
    if (isNothing(second) && (operator != Operator.INTERSECTION || !isChosen(first))) {
      return operator == Operator.INTERSECTION ? second : first;
    }
    return graph.computed(operator, type, first, second);
  }

  /**
   * Whether a value depends on a chosen order. There must be such an order wherever it is named.
   */
  private static boolean isChosen(ValueNode node) {
    return node.stage() >= Stage.COUNT;
  }

  private static boolean isNothing(ValueNode node) {
    return node.operator() == Operator.EMPTY;
  }

  /** A call of a function that every model has. */
  ValueNode function(Operator operator, List<ValueNode> arguments, CatExpression.Call call) {
    if (operator == Operator.DOMAIN || operator == Operator.RANGE) {
      return unary(operator, arguments.getFirst(), call.arguments().getFirst().place());
    }
    arguments.forEach(argument -> refuseRecursion(argument, call.function(), call.place()));
    return graph.computed(
        operator,
        ValueType.ORDERS,
        expect(ValueType.SET, arguments.getFirst(), call.arguments().getFirst().place()),
        expect(ValueType.RELATION, arguments.getLast(), call.arguments().getLast().place()));
  }

  /**
   * Recursive definitions have a least solution only if more of one never means less of another.
   */
  private void refuseRecursion(ValueNode node, String operatorName, CatPosition place) {
    if (node.group() >= 0) {
      throw errors.apply(
          place,
          "`let rec` through `" + operatorName + "`, of which more may mean less, has no meaning");
    }
  }
}
