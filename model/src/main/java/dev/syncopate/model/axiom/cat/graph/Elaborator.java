package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.CatExpression;
import dev.syncopate.model.axiom.cat.syntax.CatPosition;
import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Spelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns expressions into values: finds what each name stands for, checks that sets and relations
 * are where they belong, and replaces each call by the function's body.
 */
public final class Elaborator {
  private static final int DEEPEST_CALL = 100;

  /**
   * Each call is written out: functions that call twice what calls twice make models that never
   * end.
   */
  private static final int MOST_CALLS = 100_000;

  /** Functions of public libraries that enumerate coherence orders. */
  private static final Set<String> GENERATORS = Set.of("generate_orders", "generate_cos");

  private final ValueGraph graph;
  private final CatVocabulary vocabulary;
  private final Typing typing;
  private final Deque<CatPosition> calls = new ArrayDeque<>();
  private int called;
  private boolean inRecursion;

  public Elaborator(ValueGraph graph, CatVocabulary vocabulary) {
    this.graph = graph;
    this.vocabulary = vocabulary;
    this.typing = new Typing(graph, this::error);
  }

  /**
   * The error that something is wrong at a place, and how one came there. What is wrong inside a
   * function that every model has is wrong where the model calls it.
   */
  SourceException error(CatPosition place, String problem) {
    if (place.isBuiltIn()) {
      for (CatPosition call : calls) {
        if (!call.isBuiltIn()) {
          return call.error(problem + " (inside, at " + place.described() + ")");
        }
      }
    }
    StringBuilder text = new StringBuilder(problem);
    for (CatPosition call : calls) {
      text.append(" (called at ").append(call.described()).append(')');
    }
    return place.error(text.toString());
  }

  /** A set or relation. */
  ValueNode value(CatExpression expression, @Nullable DefinedNames scope) {
    ValueNode node = any(expression, scope);
    if (node.type() == ValueType.ORDERS) {
      throw error(
          expression.place(), "found a set of orders, which only `with … from` can choose from");
    }
    return node;
  }

  /** A relation that one of the orders is. */
  public ValueNode choice(String name, CatExpression expression, @Nullable DefinedNames scope) {
    ValueNode node = any(expression, scope);
    if (node.type() != ValueType.ORDERS) {
      throw error(
          expression.place(),
          "found "
              + node.type().described()
              + ", expected a set of orders: `linearisations(S, r)` or `partialorders(S, r)`");
    }
    return graph.choice(name, node);
  }

  /** A relation, for a test. */
  public ValueNode relation(CatExpression expression, @Nullable DefinedNames scope) {
    return typing.expect(ValueType.RELATION, value(expression, scope), expression.place());
  }

  private ValueNode any(CatExpression expression, @Nullable DefinedNames scope) {
    return switch (expression) {
      case CatExpression.Empty _ -> graph.constant(Operator.EMPTY, ValueType.EITHER);
      case CatExpression.Name name -> named(name, scope);
      case CatExpression.Unary _, CatExpression.Binary _ -> computed(expression, scope);
      case CatExpression.Call call -> call(call, scope);
      case CatExpression.LetIn let -> any(let.body(), let(let.let(), scope));
      case CatExpression.Try attempt -> attempt(attempt, scope);
    };
  }

  /** The first of two expressions in which every name has a meaning. */
  private ValueNode attempt(CatExpression.Try attempt, @Nullable DefinedNames scope) {
    int depth = calls.size();
    try {
      return any(attempt.attempt(), scope);
    } catch (SourceException e) {
      while (calls.size() > depth) {
        calls.pop();
      }
      return any(attempt.fallback(), scope);
    }
  }

  /**
   * The part of coherence that orders the writes of a set, for {@code generate_orders(S, r)} and
   * {@code generate_cos(r)}; null for any other choice.
   */
  public @Nullable GeneratedOrder generated(
      CatExpression expression, @Nullable DefinedNames scope) {
    if (!(expression instanceof CatExpression.Call call)
        || !GENERATORS.contains(call.function())
        || DefinedNames.find(scope, call.function()) != null) {
      return null;
    }
    boolean hasSet = call.function().equals("generate_orders");
    expectArguments(call, hasSet ? 2 : 1);
    CatPosition place = call.place();
    CatExpression first = call.arguments().getFirst();
    ValueNode set =
        hasSet ? typing.expect(ValueType.SET, value(first, scope), first.place()) : base("W");
    CatExpression last = call.arguments().getLast();
    ValueNode contained = typing.expect(ValueType.RELATION, value(last, scope), last.place());
    ValueNode square = typing.binary(Operator.PRODUCT, set, set, place);
    ValueNode order = typing.binary(Operator.INTERSECTION, base("co"), square, place);
    ValueNode required =
        typing.binary(
            Operator.INTERSECTION,
            contained,
            typing.binary(Operator.INTERSECTION, base("loc"), square, place),
            place);
    return new GeneratedOrder(order, typing.binary(Operator.DIFFERENCE, required, order, place));
  }

  /**
   * An order of the writes to each location.
   *
   * @param order part of coherence
   * @param missing what it must contain and does not
   */
  public record GeneratedOrder(ValueNode order, ValueNode missing) {}

  private ValueNode base(String name) {
    return graph.base(name, Objects.requireNonNull(vocabulary.find(name)));
  }

  /** The names inside a procedure that is called, its parameters among them. */
  public @Nullable DefinedNames inside(CatStatement.Call call, @Nullable DefinedNames scope) {
    if (!(DefinedNames.find(scope, call.procedure()) instanceof DefinedNames.Procedure procedure)) {
      throw error(call.place(), "nothing that is called `" + call.procedure() + "` is a procedure");
    }
    List<String> parameters = procedure.definition().parameters();
    if (parameters.size() != call.arguments().size()) {
      throw error(
          call.place(),
          "found %d arguments of `%s`, expected %d"
              .formatted(call.arguments().size(), call.procedure(), parameters.size()));
    }
    DefinedNames inside = procedure.outside();
    for (int i = 0; i < parameters.size(); i++) {
      inside =
          new DefinedNames(
              inside,
              parameters.get(i),
              new DefinedNames.Value(value(call.arguments().get(i), scope)));
    }
    return inside;
  }

  /**
   * An expression that is still to be computed.
   *
   * @param ready whether its operands are
   */
  private record Open(CatExpression expression, boolean ready) {}

  /** What operators make of their operands: of any number in a row, so without a deep stack. */
  private ValueNode computed(CatExpression expression, @Nullable DefinedNames scope) {
    Deque<Open> open = new ArrayDeque<>(List.of(new Open(expression, false)));
    Deque<ValueNode> operands = new ArrayDeque<>();
    while (!open.isEmpty()) {
      Open next = open.pop();
      switch (next.expression()) {
        case CatExpression.Unary unary when next.ready() ->
            operands.push(typing.unary(unary.operator(), operands.pop(), unary.place()));
        case CatExpression.Binary binary when next.ready() -> {
          ValueNode right = operands.pop();
          operands.push(typing.binary(binary.operator(), operands.pop(), right, binary.place()));
        }
        case CatExpression.Unary unary -> {
          open.push(new Open(unary, true));
          open.push(new Open(unary.operand(), false));
        }
        case CatExpression.Binary binary -> {
          open.push(new Open(binary, true));
          open.push(new Open(binary.right(), false));
          open.push(new Open(binary.left(), false));
        }
        default -> operands.push(value(next.expression(), scope));
      }
    }
    return operands.pop();
  }

  private ValueNode named(CatExpression.Name name, @Nullable DefinedNames scope) {
    switch (name.name()) {
      case "_" -> {
        return graph.constant(Operator.ALL, ValueType.SET);
      }
      case "id" -> {
        return graph.constant(Operator.ID, ValueType.RELATION);
      }
      case "emptyset" -> {
        return graph.constant(Operator.EMPTY, ValueType.SET);
      }
      default -> {
        // A name that a model defines, or that executions give a meaning to.
      }
    }
    DefinedNames.Meaning meaning = DefinedNames.find(scope, name.name());
    if (meaning instanceof DefinedNames.Value value) {
      return value.node();
    }
    if (meaning instanceof DefinedNames.Function) {
      throw error(name.place(), "`" + name.name() + "` is a function and needs an argument");
    }
    if (meaning instanceof DefinedNames.Procedure) {
      throw error(name.place(), "`" + name.name() + "` is a procedure and needs a `call`");
    }
    CatVocabulary.Base base = vocabulary.find(name.name());
    if (base == null) {
      throw error(name.place(), "nothing is called `" + name.name() + "`" + like(name, scope));
    }
    return graph.base(name.name(), base);
  }

  private String like(CatExpression.Name name, @Nullable DefinedNames scope) {
    List<String> names = new ArrayList<>(vocabulary.bases().keySet());
    names.addAll(DefinedNames.names(scope));
    return Spelling.suggestion(name.name(), names);
  }

  private ValueNode call(CatExpression.Call call, @Nullable DefinedNames scope) {
    List<ValueNode> arguments =
        call.arguments().stream().map(argument -> value(argument, scope)).toList();
    DefinedNames.Meaning meaning = DefinedNames.find(scope, call.function());
    if (!(meaning instanceof DefinedNames.Function function)) {
      Operator builtIn = meaning == null ? Typing.function(call.function()) : null;
      if (builtIn == null) {
        throw error(call.place(), "nothing that is called `" + call.function() + "` is a function");
      }
      expectArguments(call, builtIn.arguments());
      return typing.function(builtIn, arguments, call);
    }
    CatStatement.Definition definition = function.definition();
    expectArguments(call, definition.parameters().size());
    if (calls.size() == DEEPEST_CALL) {
      throw error(call.place(), "more than " + DEEPEST_CALL + " calls inside each other");
    }
    if (++called > MOST_CALLS) {
      throw call.place()
          .error(
              "more than %,d calls of functions when all are written out: `%s` calls too much"
                  .formatted(MOST_CALLS, call.function()));
    }
    DefinedNames inside = function.outside();
    for (int i = 0; i < arguments.size(); i++) {
      inside =
          new DefinedNames(
              inside, definition.parameters().get(i), new DefinedNames.Value(arguments.get(i)));
    }
    calls.push(call.place());
    ValueNode result = any(definition.body(), inside);
    calls.pop();
    return result;
  }

  private void expectArguments(CatExpression.Call call, int expected) {
    int count = call.arguments().size();
    if (count != expected) {
      throw error(
          call.place(),
          "found %d argument%s of `%s`, expected %d"
              .formatted(count, count == 1 ? "" : "s", call.function(), expected));
    }
  }

  /** The names after a {@code let}. */
  public @Nullable DefinedNames let(CatStatement.Let let, @Nullable DefinedNames outer) {
    if (let.recursive()) {
      return recursive(let, outer);
    }
    DefinedNames scope = outer;
    for (CatStatement.Definition definition : let.definitions()) {
      if (definition.isFunction()) {
        checkNames(definition, outer);
      }
      scope =
          new DefinedNames(
              scope,
              definition.name(),
              definition.isFunction()
                  ? new DefinedNames.Function(definition, outer)
                  : new DefinedNames.Value(value(definition.body(), outer)));
    }
    return scope;
  }

  /** A function that is never called should not hide a wrong name. */
  private void checkNames(CatStatement.Definition definition, @Nullable DefinedNames outside) {
    ValueNode nothing = graph.constant(Operator.EMPTY, ValueType.EITHER);
    DefinedNames inside = outside;
    for (String parameter : definition.parameters()) {
      inside = new DefinedNames(inside, parameter, new DefinedNames.Value(nothing));
    }
    any(definition.body(), inside);
  }

  private DefinedNames recursive(CatStatement.Let let, @Nullable DefinedNames outer) {
    if (inRecursion) {
      throw error(let.place(), "a `let rec` inside another is not supported");
    }
    inRecursion = true;
    List<CatStatement.Definition> definitions = let.definitions();
    List<ValueType> types = types(definitions, outer);
    List<ValueNode> variables = graph.variables(types);
    DefinedNames inside = extended(outer, definitions, variables);
    List<ValueNode> bodies = new ArrayList<>();
    for (int i = 0; i < definitions.size(); i++) {
      CatExpression body = definitions.get(i).body();
      bodies.add(typing.expect(types.get(i), value(body, inside), body.place()));
    }
    inRecursion = false;
    return extended(outer, definitions, graph.fixpoints(variables, bodies));
  }

  /** Which of the definitions are sets: found by starting from nothing, which is either. */
  private List<ValueType> types(
      List<CatStatement.Definition> definitions, @Nullable DefinedNames outer) {
    List<ValueType> types =
        new ArrayList<>(Collections.nCopies(definitions.size(), ValueType.EITHER));
    for (int round = 0; round < definitions.size(); round++) {
      List<ValueNode> nothing =
          types.stream().map(type -> graph.constant(Operator.EMPTY, type)).toList();
      DefinedNames inside = extended(outer, definitions, nothing);
      for (int i = 0; i < definitions.size(); i++) {
        types.set(i, value(definitions.get(i).body(), inside).type());
      }
    }
    types.replaceAll(type -> type == ValueType.EITHER ? ValueType.RELATION : type);
    return types;
  }

  private static DefinedNames extended(
      @Nullable DefinedNames outer,
      List<CatStatement.Definition> definitions,
      List<ValueNode> nodes) {
    DefinedNames scope =
        new DefinedNames(
            outer, definitions.getFirst().name(), new DefinedNames.Value(nodes.getFirst()));
    for (int i = 1; i < nodes.size(); i++) {
      scope =
          new DefinedNames(scope, definitions.get(i).name(), new DefinedNames.Value(nodes.get(i)));
    }
    return scope;
  }
}
