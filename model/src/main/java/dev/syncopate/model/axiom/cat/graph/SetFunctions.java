package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.graph.DefinedNames.Meaning;
import dev.syncopate.model.axiom.cat.syntax.CatExpression;
import dev.syncopate.model.axiom.cat.syntax.CatPosition;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the language that compute with tags and with sets of sets. Which elements such a set
 * has is known without any execution, but for the classes of a set of events. Those are kept as the
 * set with the relation that makes its classes.
 */
final class SetFunctions {
  private static final Map<String, Integer> ARGUMENTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("map", 2),
              Map.entry("fold", 2),
              Map.entry("cross", 1),
              Map.entry("partition", 1),
              Map.entry("classes-loc", 1),
              Map.entry("classes", 1),
              Map.entry("generate_orders", 2),
              Map.entry("generate_cos", 1),
              Map.entry("tag2events", 1),
              Map.entry("tag2instrs", 1),
              Map.entry("tag2set", 1),
              Map.entry("tag2scope", 1),
              Map.entry("tag2rel", 1),
              Map.entry("different-values", 1)));

  /** In the prelude: the set of a tag's events, and the relation of a scope's instances. */
  private static final String TAG = "tag.";

  private static final String SCOPE = "scope.";

  private final Elaborator elaborator;
  private final ValueGraph graph;

  SetFunctions(Elaborator elaborator, ValueGraph graph) {
    this.elaborator = elaborator;
    this.graph = graph;
  }

  /** Whether every model has a function of a name. */
  static boolean has(String name) {
    return ARGUMENTS.containsKey(name);
  }

  /** How many arguments it takes. */
  static int arguments(String name) {
    return Objects.requireNonNull(ARGUMENTS.get(name));
  }

  /** What a call gives. */
  Meaning call(
      String name, List<Meaning> arguments, CatExpression.Call call, @Nullable DefinedNames scope) {
    CatPosition place = call.arguments().getFirst().place();
    Meaning first = arguments.getFirst();
    return switch (name) {
      case "map" -> map(first, arguments.getLast(), call);
      case "fold" -> fold(first, arguments.getLast(), call);
      case "cross" -> {
        if (first instanceof DefinedNames.ClassOrders) {
          yield first;
        }
        throw elaborator.error(
            place, "`cross` takes the orders of classes: `map f (partition S)` of linearisations");
      }
      case "partition", "classes-loc" ->
          new DefinedNames.EventClasses(elaborator.set(first, place), elaborator.base("loc"));
      case "classes" -> {
        ValueNode relation = elaborator.relation(first, place);
        yield new DefinedNames.EventClasses(
            graph.computed(Operator.DOMAIN, ValueType.SET, relation), relation);
      }
      case "generate_orders" ->
          new DefinedNames.ClassOrders(
              elaborator.set(first, place),
              elaborator.base("loc"),
              elaborator.relation(arguments.getLast(), call.arguments().getLast().place()));
      case "generate_cos" ->
          new DefinedNames.ClassOrders(
              elaborator.base("W"), elaborator.base("loc"), elaborator.relation(first, place));
      case "tag2scope", "tag2rel" -> {
        String tag = tag(first, place);
        if (DefinedNames.find(scope, SCOPE + tag) instanceof DefinedNames.Value value) {
          yield value;
        }
        throw elaborator.error(place, "`'" + tag + "` is no scope of these executions");
      }
      case "different-values" -> {
        ValueNode relation = elaborator.relation(first, place);
        if (relation.operator() == Operator.EMPTY) {
          yield new DefinedNames.Value(relation);
        }
        throw elaborator.error(call.place(), "`different-values` is not supported");
      }
      default -> new DefinedNames.Value(events(tag(first, place), scope));
    };
  }

  /** The events of a tag; none of one that no test has. */
  ValueNode events(String tag, @Nullable DefinedNames scope) {
    return DefinedNames.find(scope, TAG + tag) instanceof DefinedNames.Value value
        ? value.node()
        : graph.constant(Operator.EMPTY, ValueType.SET);
  }

  private String tag(Meaning meaning, CatPosition place) {
    if (meaning instanceof DefinedNames.TagValue(String name)) {
      return name;
    }
    throw elaborator.error(place, "found " + described(meaning) + ", expected a tag");
  }

  private Meaning map(Meaning function, Meaning set, CatExpression.Call call) {
    if (set instanceof DefinedNames.EventClasses(ValueNode events, ValueNode equivalence)) {
      Meaning orders = elaborator.apply(function, List.of(new DefinedNames.Value(events)), call);
      if (orders instanceof DefinedNames.Value(ValueNode node)
          && node.operator() == Operator.LINEARISATIONS
          && node.left().equals(events)) {
        return new DefinedNames.ClassOrders(events, equivalence, node.right());
      }
      throw elaborator.error(
          call.place(), "of classes of events only `linearisations(class, r)` can be made");
    }
    List<Meaning> images = new ArrayList<>();
    for (Meaning element : elements(set, call)) {
      images.add(elaborator.apply(function, List.of(element), call));
    }
    return new DefinedNames.FiniteSet(images);
  }

  private Meaning fold(Meaning function, Meaning pair, CatExpression.Call call) {
    if (!(pair instanceof DefinedNames.TupleValue(List<Meaning> parts)) || parts.size() != 2) {
      throw elaborator.error(call.place(), "`fold f` takes a set and a first value in parentheses");
    }
    Meaning result = parts.getLast();
    for (Meaning element : elements(parts.getFirst(), call)) {
      result = elaborator.apply(function, List.of(element, result), call);
    }
    return result;
  }

  private List<Meaning> elements(Meaning set, CatExpression.Call call) {
    List<Meaning> elements = elements(set);
    if (elements == null) {
      throw elaborator.error(
          call.arguments().getLast().place(),
          "found " + described(set) + ", expected a set of tags, or of what is computed of them");
    }
    return elements;
  }

  /** The elements of a set that are known without any execution; null where they are not. */
  static @Nullable List<Meaning> elements(Meaning set) {
    return switch (set) {
      case DefinedNames.FiniteSet(List<Meaning> elements) -> elements;
      case DefinedNames.Value(ValueNode node)
          when node.operator() == Operator.EMPTY && node.type() == ValueType.EITHER ->
          List.of();
      default -> null;
    };
  }

  /** How a message calls a value. */
  static String described(Meaning meaning) {
    return switch (meaning) {
      case DefinedNames.Value(ValueNode node) -> node.type().described();
      case DefinedNames.Function _, DefinedNames.BuiltInFunction _ -> "a function";
      case DefinedNames.Procedure _ -> "a procedure";
      case DefinedNames.TagValue(String name) -> "the tag `'" + name + "`";
      case DefinedNames.TupleValue _ -> "values in parentheses";
      case DefinedNames.FiniteSet _ -> "a set of tags or of sets";
      case DefinedNames.EventClasses _ -> "the classes of a set";
      case DefinedNames.ClassOrders _ -> "orders of classes";
    };
  }
}
