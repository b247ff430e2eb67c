package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.Expression;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.cat.syntax.Place;
import dev.syncopate.model.axiom.cat.syntax.Statement;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Spelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
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

  private final Graph graph;
  private final Vocabulary vocabulary;
  private final Typing typing;
  private final Deque<Place> calls = new ArrayDeque<>();
  private int called;
  private boolean inRecursion;

  public Elaborator(Graph graph, Vocabulary vocabulary) {
    this.graph = graph;
    this.vocabulary = vocabulary;
    this.typing = new Typing(graph, this::error);
  }

  /**
   * The error that something is wrong at a place, and how one came there. What is wrong inside a
   * function that every model has is wrong where the model calls it.
   */
  SourceException error(Place place, String problem) {
    if (place.isBuiltIn()) {
      for (Place call : calls) {
        if (!call.isBuiltIn()) {
          return call.error(problem + " (inside, at " + place.described() + ")");
        }
      }
    }
    StringBuilder text = new StringBuilder(problem);
    for (Place call : calls) {
      text.append(" (called at ").append(call.described()).append(')');
    }
    return place.error(text.toString());
  }

  /** A set or relation. */
  Node value(Expression expression, @Nullable Scope scope) {
    Node node = any(expression, scope);
    if (node.type() == Type.ORDERS) {
      throw error(
          expression.place(), "found a set of orders, which only `with … from` can choose from");
    }
    return node;
  }

  /** A relation that one of the orders is. */
  public Node choice(String name, Expression expression, @Nullable Scope scope) {
    Node node = any(expression, scope);
    if (node.type() != Type.ORDERS) {
      throw error(
          expression.place(),
          "found "
              + node.type().described()
              + ", expected a set of orders: `linearisations(S, r)` or `partialorders(S, r)`");
    }
    return graph.choice(name, node);
  }

  /** A relation, for a test. */
  public Node relation(Expression expression, @Nullable Scope scope) {
    return typing.expect(Type.RELATION, value(expression, scope), expression.place());
  }

  private Node any(Expression expression, @Nullable Scope scope) {
    return switch (expression) {
      case Expression.Empty _ -> graph.constant(Operator.EMPTY, Type.EITHER);
      case Expression.Name name -> named(name, scope);
      case Expression.Unary _, Expression.Binary _ -> computed(expression, scope);
      case Expression.Call call -> call(call, scope);
      case Expression.LetIn let -> any(let.body(), let(let.let(), scope));
    };
  }

  /**
   * An expression that is still to be computed.
   *
   * @param ready whether its operands are
   */
  private record Open(Expression expression, boolean ready) {}

  /** What operators make of their operands: of any number in a row, so without a deep stack. */
  private Node computed(Expression expression, @Nullable Scope scope) {
    Deque<Open> open = new ArrayDeque<>(List.of(new Open(expression, false)));
    Deque<Node> operands = new ArrayDeque<>();
    while (!open.isEmpty()) {
      Open next = open.pop();
      switch (next.expression()) {
        case Expression.Unary unary when next.ready() ->
            operands.push(typing.unary(unary.operator(), operands.pop(), unary.place()));
        case Expression.Binary binary when next.ready() -> {
          Node right = operands.pop();
          operands.push(typing.binary(binary.operator(), operands.pop(), right, binary.place()));
        }
        case Expression.Unary unary -> {
          open.push(new Open(unary, true));
          open.push(new Open(unary.operand(), false));
        }
        case Expression.Binary binary -> {
          open.push(new Open(binary, true));
          open.push(new Open(binary.right(), false));
          open.push(new Open(binary.left(), false));
        }
        default -> operands.push(value(next.expression(), scope));
      }
    }
    return operands.pop();
  }

  private Node named(Expression.Name name, @Nullable Scope scope) {
    switch (name.name()) {
      case "_" -> {
        return graph.constant(Operator.ALL, Type.SET);
      }
      case "id" -> {
        return graph.constant(Operator.ID, Type.RELATION);
      }
      case "emptyset" -> {
        return graph.constant(Operator.EMPTY, Type.SET);
      }
      default -> {
        // A name that a model defines, or that executions give a meaning to.
      }
    }
    Scope.Meaning meaning = Scope.find(scope, name.name());
    if (meaning instanceof Scope.Value value) {
      return value.node();
    }
    if (meaning instanceof Scope.Function) {
      throw error(name.place(), "`" + name.name() + "` is a function and needs an argument");
    }
    Vocabulary.Base base = vocabulary.find(name.name());
    if (base == null) {
      throw error(name.place(), "nothing is called `" + name.name() + "`" + like(name, scope));
    }
    return graph.base(name.name(), base);
  }

  private String like(Expression.Name name, @Nullable Scope scope) {
    List<String> names = new ArrayList<>(Scope.names(scope));
    names.addAll(vocabulary.bases().keySet());
    return Spelling.suggestion(name.name(), names);
  }

  private Node call(Expression.Call call, @Nullable Scope scope) {
    List<Node> arguments =
        call.arguments().stream().map(argument -> value(argument, scope)).toList();
    Scope.Meaning meaning = Scope.find(scope, call.function());
    if (!(meaning instanceof Scope.Function function)) {
      Operator builtIn = meaning == null ? Typing.function(call.function()) : null;
      if (builtIn == null) {
        throw error(call.place(), "nothing that is called `" + call.function() + "` is a function");
      }
      expectArguments(call, builtIn.arguments());
      return typing.function(builtIn, arguments, call);
    }
    Statement.Definition definition = function.definition();
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
    Scope inside = function.outside();
    for (int i = 0; i < arguments.size(); i++) {
      inside = new Scope(inside, definition.parameters().get(i), new Scope.Value(arguments.get(i)));
    }
    calls.push(call.place());
    Node result = any(definition.body(), inside);
    calls.pop();
    return result;
  }

  private void expectArguments(Expression.Call call, int expected) {
    int count = call.arguments().size();
    if (count != expected) {
      throw error(
          call.place(),
          "found %d argument%s of `%s`, expected %d"
              .formatted(count, count == 1 ? "" : "s", call.function(), expected));
    }
  }

  /** The names after a {@code let}. */
  public @Nullable Scope let(Statement.Let let, @Nullable Scope outer) {
    if (let.recursive()) {
      return recursive(let, outer);
    }
    Scope scope = outer;
    for (Statement.Definition definition : let.definitions()) {
      if (definition.isFunction()) {
        checkNames(definition, outer);
      }
      scope =
          new Scope(
              scope,
              definition.name(),
              definition.isFunction()
                  ? new Scope.Function(definition, outer)
                  : new Scope.Value(value(definition.body(), outer)));
    }
    return scope;
  }

  /** A function that is never called should not hide a wrong name. */
  private void checkNames(Statement.Definition definition, @Nullable Scope outside) {
    Node nothing = graph.constant(Operator.EMPTY, Type.EITHER);
    Scope inside = outside;
    for (String parameter : definition.parameters()) {
      inside = new Scope(inside, parameter, new Scope.Value(nothing));
    }
    any(definition.body(), inside);
  }

  private Scope recursive(Statement.Let let, @Nullable Scope outer) {
    if (inRecursion) {
      throw error(let.place(), "a `let rec` inside another is not supported");
    }
    inRecursion = true;
    List<Statement.Definition> definitions = let.definitions();
    List<Type> types = types(definitions, outer);
    List<Node> variables = graph.variables(types);
    Scope inside = extended(outer, definitions, variables);
    List<Node> bodies = new ArrayList<>();
    for (int i = 0; i < definitions.size(); i++) {
      Expression body = definitions.get(i).body();
      bodies.add(typing.expect(types.get(i), value(body, inside), body.place()));
    }
    inRecursion = false;
    return extended(outer, definitions, graph.fixpoints(variables, bodies));
  }

  /** Which of the definitions are sets: found by starting from nothing, which is either. */
  private List<Type> types(List<Statement.Definition> definitions, @Nullable Scope outer) {
    List<Type> types = new ArrayList<>(Collections.nCopies(definitions.size(), Type.EITHER));
    for (int round = 0; round < definitions.size(); round++) {
      List<Node> nothing =
          types.stream().map(type -> graph.constant(Operator.EMPTY, type)).toList();
      Scope inside = extended(outer, definitions, nothing);
      for (int i = 0; i < definitions.size(); i++) {
        types.set(i, value(definitions.get(i).body(), inside).type());
      }
    }
    types.replaceAll(type -> type == Type.EITHER ? Type.RELATION : type);
    return types;
  }

  private static Scope extended(
      @Nullable Scope outer, List<Statement.Definition> definitions, List<Node> nodes) {
    Scope scope =
        new Scope(outer, definitions.getFirst().name(), new Scope.Value(nodes.getFirst()));
    for (int i = 1; i < nodes.size(); i++) {
      scope = new Scope(scope, definitions.get(i).name(), new Scope.Value(nodes.get(i)));
    }
    return scope;
  }
}
