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
import java.util.Locale;
import java.util.Objects;
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

  private final ValueGraph graph;
  private final CatVocabulary vocabulary;
  private final Typing typing;
  private final SetFunctions functions;

  /** Executions with one event for each atomic; null for two. */
  private final @Nullable MergedAtomics atomics;

  private final Deque<CatPosition> calls = new ArrayDeque<>();
  private int called;
  private boolean inRecursion;
  private boolean namesAtomics;

  /**
   * @param mergesAtomics whether an atomic is one event that both reads and writes, and not two
   */
  public Elaborator(ValueGraph graph, CatVocabulary vocabulary, boolean mergesAtomics) {
    this.graph = graph;
    this.vocabulary = vocabulary;
    this.atomics = mergesAtomics ? new MergedAtomics(graph, vocabulary) : null;
    this.typing = new Typing(graph, this::error, atomics);
    this.functions = new SetFunctions(this, graph);
  }

  /**
   * Whether the model is written for executions in which an atomic is one event: it asks for events
   * that both read and write, and never for the two halves.
   */
  public boolean countsOnOneEvent() {
    ValueNode reads = base("R");
    ValueNode writes = base("W");
    return !namesAtomics
        && graph.nodes().stream()
            .anyMatch(node ->
                node.operator() == Operator.INTERSECTION
                    && node.operands().contains(reads)
                    && node.operands().contains(writes));
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

  /**
   * An order that {@code with … from} chooses.
   *
   * @param empty relations that are empty where it is one of the orders
   */
  public record ChosenOrder(ValueNode order, List<ValueNode> empty) {}

  /** The order that {@code with … from} chooses. */
  public ChosenOrder chosen(CatStatement.With statement, @Nullable DefinedNames scope) {
    DefinedNames.Meaning orders = meaning(statement.choices(), scope);
    return orders instanceof DefinedNames.ClassOrders ofClasses
        ? chosen(statement, ofClasses)
        : new ChosenOrder(choice(statement.name(), statement.choices(), scope), List.of());
  }

  /** Coherence, for writes to one location; else a total order of each class. */
  private ChosenOrder chosen(CatStatement.With statement, DefinedNames.ClassOrders orders) {
    CatPosition place = statement.choices().place();
    ValueNode square = typing.binary(Operator.PRODUCT, orders.set(), orders.set(), place);
    ValueNode related = typing.binary(Operator.INTERSECTION, orders.equivalence(), square, place);
    ValueNode required = typing.binary(Operator.INTERSECTION, orders.contained(), related, place);
    if (orders.equivalence().equals(base("loc")) && isOfWrites(orders.set())) {
      ValueNode order = typing.binary(Operator.INTERSECTION, base("co"), square, place);
      return new ChosenOrder(
          order, List.of(typing.binary(Operator.DIFFERENCE, required, order, place)));
    }
    ValueNode different =
        typing.binary(
            Operator.DIFFERENCE, related, graph.constant(Operator.ID, ValueType.RELATION), place);
    ValueNode order =
        graph.choice(
            statement.name(),
            graph.computed(Operator.PARTIAL_ORDERS, ValueType.ORDERS, orders.set(), different));
    return new ChosenOrder(
        order,
        List.of(
            typing.binary(Operator.DIFFERENCE, order, related, place),
            typing.binary(Operator.DIFFERENCE, required, order, place)));
  }

  /** Whether a set has no events but writes, by how it is made. */
  private boolean isOfWrites(ValueNode set) {
    return set.equals(base("W"))
        || switch (set.operator()) {
          case EMPTY -> true;
          case INTERSECTION -> isOfWrites(set.left()) || isOfWrites(set.right());
          case UNION -> isOfWrites(set.left()) && isOfWrites(set.right());
          case DIFFERENCE -> isOfWrites(set.left());
          default -> set.equals(base("IW"));
        };
  }

  /** The elements of a set of tags, for {@code forall}. */
  public List<DefinedNames.Meaning> elements(
      CatExpression expression, @Nullable DefinedNames scope) {
    DefinedNames.Meaning set = meaning(expression, scope);
    List<DefinedNames.Meaning> elements = SetFunctions.elements(set);
    if (elements == null) {
      throw error(
          expression.place(),
          "found " + SetFunctions.described(set) + ", expected a set of tags or of sets");
    }
    return elements;
  }

  /** The names of an {@code enum}: of the tags, and of each tag's events. */
  public DefinedNames tags(CatStatement.TagEnum tags, @Nullable DefinedNames outer) {
    List<DefinedNames.Meaning> elements = new ArrayList<>();
    DefinedNames scope = outer;
    for (String tag : tags.tags()) {
      elements.add(new DefinedNames.TagValue(tag));
      scope =
          new DefinedNames(
              scope,
              tag.substring(0, 1).toUpperCase(Locale.ROOT) + tag.substring(1),
              new DefinedNames.Value(functions.events(tag, outer)));
    }
    return new DefinedNames(scope, tags.name(), new DefinedNames.FiniteSet(elements));
  }

  /** A relation that one of the orders is. */
  private ValueNode choice(String name, CatExpression expression, @Nullable DefinedNames scope) {
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

  /**
   * A relation, for a test.
   *
   * @param kind of the test; whether a set is empty may be asked, too
   */
  public ValueNode tested(
      CatExpression expression, CatStatement.TestKind kind, @Nullable DefinedNames scope) {
    ValueNode node = value(expression, scope);
    return kind == CatStatement.TestKind.EMPTY && node.type() == ValueType.SET
        ? typing.unary(Operator.BRACKETS, node, expression.place())
        : typing.expect(ValueType.RELATION, node, expression.place());
  }

  private ValueNode any(CatExpression expression, @Nullable DefinedNames scope) {
    return switch (expression) {
      case CatExpression.Empty _ -> graph.constant(Operator.EMPTY, ValueType.EITHER);
      case CatExpression.Name name -> named(name, scope);
      case CatExpression.Unary _, CatExpression.Binary _ -> computed(expression, scope);
      case CatExpression.Try attempt -> attempt(attempt, scope);
      default -> node(meaning(expression, scope), expression.place());
    };
  }

  /** A set or relation, or what stands for several, as an argument of a call. */
  private DefinedNames.Meaning meaning(CatExpression expression, @Nullable DefinedNames scope) {
    return switch (expression) {
      case CatExpression.Call call -> call(call, scope);
      case CatExpression.LetIn let -> meaning(let.body(), let(let.let(), scope));
      case CatExpression.Match match -> matched(match, scope);
      case CatExpression.Tag(CatPosition _, String name) -> new DefinedNames.TagValue(name);
      case CatExpression.SetLiteral set ->
          new DefinedNames.FiniteSet(meanings(set.elements(), scope));
      case CatExpression.Tuple tuple -> new DefinedNames.TupleValue(meanings(tuple.parts(), scope));
      case CatExpression.Lambda lambda ->
          new DefinedNames.Function(lambda.parameters(), lambda.body(), scope, List.of());
      case CatExpression.Extension extension -> extended(extension, scope);
      case CatExpression.Name name -> {
        DefinedNames.Meaning meaning = DefinedNames.find(scope, name.name());
        if (meaning == null && SetFunctions.has(name.name())) {
          yield new DefinedNames.BuiltInFunction(name.name());
        }
        yield meaning == null || meaning instanceof DefinedNames.Procedure
            ? new DefinedNames.Value(named(name, scope))
            : meaning;
      }
      default -> new DefinedNames.Value(any(expression, scope));
    };
  }

  private List<DefinedNames.Meaning> meanings(
      List<CatExpression> expressions, @Nullable DefinedNames scope) {
    return expressions.stream().map(expression -> meaning(expression, scope)).toList();
  }

  /** The set or relation that a value must be. */
  private ValueNode node(DefinedNames.Meaning meaning, CatPosition place) {
    if (meaning instanceof DefinedNames.Value(ValueNode node)) {
      return node;
    }
    throw error(place, "found " + SetFunctions.described(meaning) + ", expected a set or relation");
  }

  ValueNode set(DefinedNames.Meaning meaning, CatPosition place) {
    return typing.expect(ValueType.SET, node(meaning, place), place);
  }

  ValueNode relation(DefinedNames.Meaning meaning, CatPosition place) {
    return typing.expect(ValueType.RELATION, node(meaning, place), place);
  }

  private DefinedNames.Meaning extended(
      CatExpression.Extension extension, @Nullable DefinedNames scope) {
    DefinedNames.Meaning set = meaning(extension.set(), scope);
    List<DefinedNames.Meaning> elements = SetFunctions.elements(set);
    if (elements == null) {
      throw error(
          extension.set().place(),
          "found " + SetFunctions.described(set) + ", expected a set of tags or of sets");
    }
    List<DefinedNames.Meaning> longer = new ArrayList<>();
    longer.add(meaning(extension.element(), scope));
    longer.addAll(elements);
    return new DefinedNames.FiniteSet(longer);
  }

  private DefinedNames.Meaning matched(CatExpression.Match match, @Nullable DefinedNames scope) {
    DefinedNames.Meaning subject = meaning(match.subject(), scope);
    List<DefinedNames.Meaning> elements = SetFunctions.elements(subject);
    for (CatExpression.MatchClause clause : match.clauses()) {
      switch (clause.pattern()) {
        case CatExpression.MatchPattern.OfTag(String tag) -> {
          if (subject.equals(new DefinedNames.TagValue(tag))) {
            return meaning(clause.body(), scope);
          }
        }
        case CatExpression.MatchPattern.OfEmpty() -> {
          if (elements != null && elements.isEmpty()) {
            return meaning(clause.body(), scope);
          }
        }
        case CatExpression.MatchPattern.OfExtension(String element, String rest) -> {
          if (elements != null && !elements.isEmpty()) {
            DefinedNames inside = new DefinedNames(scope, element, elements.getFirst());
            return meaning(
                clause.body(),
                new DefinedNames(
                    inside,
                    rest,
                    new DefinedNames.FiniteSet(elements.subList(1, elements.size()))));
          }
        }
        case CatExpression.MatchPattern.OfAnything(String name) -> {
          return meaning(
              clause.body(), name.equals("_") ? scope : new DefinedNames(scope, name, subject));
        }
      }
    }
    throw error(match.place(), "no pattern is for " + SetFunctions.described(subject));
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

  ValueNode base(String name) {
    return base(name, Objects.requireNonNull(vocabulary.find(name)));
  }

  private ValueNode base(String name, CatVocabulary.Base base) {
    ValueNode node = graph.base(name, base);
    return atomics == null ? node : atomics.merged(name, node);
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
      inside = new DefinedNames(inside, parameters.get(i), meaning(call.arguments().get(i), scope));
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
        return atomics == null ? graph.constant(Operator.ALL, ValueType.SET) : atomics.events();
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
    if (meaning instanceof DefinedNames.Function
        || (meaning == null && SetFunctions.has(name.name()))) {
      throw error(name.place(), "`" + name.name() + "` is a function and needs an argument");
    }
    if (meaning instanceof DefinedNames.Procedure) {
      throw error(name.place(), "`" + name.name() + "` is a procedure and needs a `call`");
    }
    if (meaning != null) {
      return node(meaning, name.place());
    }
    namesAtomics |= name.name().equals("rmw") && !name.place().isBuiltIn();
    CatVocabulary.Base base = vocabulary.find(name.name());
    if (base == null) {
      throw error(name.place(), "nothing is called `" + name.name() + "`" + like(name, scope));
    }
    return base(name.name(), base);
  }

  private String like(CatExpression.Name name, @Nullable DefinedNames scope) {
    List<String> names = new ArrayList<>(vocabulary.bases().keySet());
    names.addAll(DefinedNames.names(scope));
    return Spelling.suggestion(name.name(), names);
  }

  private DefinedNames.Meaning call(CatExpression.Call call, @Nullable DefinedNames scope) {
    List<DefinedNames.Meaning> arguments = meanings(call.arguments(), scope);
    DefinedNames.Meaning meaning = DefinedNames.find(scope, call.function());
    if (meaning instanceof DefinedNames.Function
        || meaning instanceof DefinedNames.BuiltInFunction) {
      return apply(meaning, arguments, call);
    }
    Operator builtIn = meaning == null ? Typing.function(call.function()) : null;
    if (builtIn != null) {
      expectArguments(call, builtIn.arguments());
      List<ValueNode> nodes = new ArrayList<>();
      for (int i = 0; i < arguments.size(); i++) {
        nodes.add(node(arguments.get(i), call.arguments().get(i).place()));
      }
      return new DefinedNames.Value(typing.function(builtIn, nodes, call));
    }
    if (meaning == null && SetFunctions.has(call.function())) {
      expectArguments(call, SetFunctions.arguments(call.function()));
      return functions.call(call.function(), arguments, call, scope);
    }
    throw error(call.place(), "nothing that is called `" + call.function() + "` is a function");
  }

  /** What a function gives for arguments. */
  DefinedNames.Meaning apply(
      DefinedNames.Meaning meaning, List<DefinedNames.Meaning> arguments, CatExpression.Call call) {
    if (meaning instanceof DefinedNames.BuiltInFunction(String name)) {
      expectArguments(call, arguments.size(), SetFunctions.arguments(name));
      return functions.call(name, arguments, call, null);
    }
    if (!(meaning instanceof DefinedNames.Function function)) {
      throw error(
          call.place(), "found " + SetFunctions.described(meaning) + ", expected a function");
    }
    List<DefinedNames.Meaning> values = arguments;
    List<String> parameters = function.parameters();
    if (values.size() == 1
        && parameters.size() > 1
        && values.getFirst() instanceof DefinedNames.TupleValue(List<DefinedNames.Meaning> parts)) {
      values = parts;
    }
    expectArguments(call, values.size(), parameters.size());
    if (calls.size() == DEEPEST_CALL) {
      throw error(call.place(), "more than " + DEEPEST_CALL + " calls inside each other");
    }
    if (++called > MOST_CALLS) {
      throw call.place()
          .error(
              "more than %,d calls of functions when all are written out: `%s` calls too much"
                  .formatted(MOST_CALLS, call.function()));
    }
    DefinedNames inside = withFunctions(function.recursiveGroup(), function.outside());
    for (int i = 0; i < values.size(); i++) {
      inside = new DefinedNames(inside, parameters.get(i), values.get(i));
    }
    calls.push(call.place());
    DefinedNames.Meaning result = meaning(function.body(), inside);
    calls.pop();
    return result;
  }

  /** The names of functions that may call each other. */
  private static @Nullable DefinedNames withFunctions(
      List<CatStatement.Definition> definitions, @Nullable DefinedNames outside) {
    DefinedNames inside = outside;
    for (CatStatement.Definition definition : definitions) {
      inside =
          new DefinedNames(
              inside,
              definition.name(),
              new DefinedNames.Function(
                  definition.parameters(), definition.body(), outside, definitions));
    }
    return inside;
  }

  private void expectArguments(CatExpression.Call call, int expected) {
    expectArguments(call, call.arguments().size(), expected);
  }

  private void expectArguments(CatExpression.Call call, int count, int expected) {
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
      if (!definition.isFunction()) {
        scope = new DefinedNames(scope, definition.name(), defined(definition, outer));
        continue;
      }
      if (isBuiltIn(definition)) {
        continue;
      }
      if (PlainFunctions.isPlain(definition, outer)) {
        checkNames(definition, outer);
      }
      scope =
          new DefinedNames(
              scope,
              definition.name(),
              new DefinedNames.Function(
                  definition.parameters(), definition.body(), outer, List.of()));
    }
    return scope;
  }

  private DefinedNames.Meaning defined(
      CatStatement.Definition definition, @Nullable DefinedNames scope) {
    DefinedNames.Meaning meaning = meaning(definition.body(), scope);
    if (meaning instanceof DefinedNames.Value(ValueNode node) && node.type() == ValueType.ORDERS) {
      return new DefinedNames.Value(value(definition.body(), scope));
    }
    return meaning;
  }

  /** Whether a definition walks through a set to do what a function of every model does. */
  private static boolean isBuiltIn(CatStatement.Definition definition) {
    return SetFunctions.has(definition.name()) && PlainFunctions.matches(definition.body());
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

  private @Nullable DefinedNames recursive(CatStatement.Let let, @Nullable DefinedNames outer) {
    List<CatStatement.Definition> functionDefinitions =
        let.definitions().stream().filter(CatStatement.Definition::isFunction).toList();
    if (functionDefinitions.size() == let.definitions().size()) {
      return isBuiltIn(let.definitions().getFirst())
          ? outer
          : withFunctions(functionDefinitions, outer);
    }
    if (!functionDefinitions.isEmpty()) {
      CatStatement.Definition function = functionDefinitions.getFirst();
      throw error(
          function.place(),
          "`" + function.name() + "` is a function; functions are recursive with functions alone");
    }
    if (inRecursion) {
      throw error(let.place(), "a `let rec` inside another is not supported");
    }
    inRecursion = true;
    List<CatStatement.Definition> definitions = let.definitions();
    List<ValueType> types = types(definitions, outer);
    List<ValueNode> nothing =
        types.stream().map(type -> graph.constant(Operator.EMPTY, type)).toList();
    if (isSolution(definitions, extended(outer, definitions, nothing))) {
      inRecursion = false;
      return extended(outer, definitions, nothing);
    }
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

  /** Whether all definitions are nothing where they are nothing themselves. */
  private boolean isSolution(
      List<CatStatement.Definition> definitions, @Nullable DefinedNames nothing) {
    return definitions.stream()
        .allMatch(definition -> value(definition.body(), nothing).operator() == Operator.EMPTY);
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
