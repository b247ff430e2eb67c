package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.CatExpression;
import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The names that are defined at a place: the last one, and those before it.
 *
 * @param outer {@code null} where none is
 */
public record DefinedNames(@Nullable DefinedNames outer, String name, Meaning meaning) {
  /** Meaning of a name. */
  public sealed interface Meaning {}

  /** A set or relation. */
  public record Value(ValueNode node) implements Meaning {}

  /**
   * A function.
   *
   * @param outside the names that its body sees in addition to the parameters
   * @param recursiveGroup the definitions that are recursive with it; none where it is not
   */
  record Function(
      List<String> parameters,
      CatExpression body,
      @Nullable DefinedNames outside,
      List<CatStatement.Definition> recursiveGroup)
      implements Meaning {}

  /** A function that every model has, as a value. */
  record BuiltInFunction(String name) implements Meaning {}

  /** A tag, without its quote. */
  record TagValue(String name) implements Meaning {}

  /** Values in parentheses. */
  record TupleValue(List<Meaning> parts) implements Meaning {}

  /** A set whose elements are known without any execution: tags, or what is computed of them. */
  public record FiniteSet(List<Meaning> elements) implements Meaning {}

  /**
   * The classes of a set of events.
   *
   * @param equivalence relates events of one class
   */
  record EventClasses(ValueNode set, ValueNode equivalence) implements Meaning {}

  /**
   * Orders of a set of events: in each of its classes a total order.
   *
   * @param equivalence relates events of one class
   * @param contained what the orders contain of it between events of one class
   */
  record ClassOrders(ValueNode set, ValueNode equivalence, ValueNode contained)
      implements Meaning {}

  /**
   * A procedure.
   *
   * @param outside the names that its body sees in addition to the parameters
   */
  public record Procedure(CatStatement.Procedure definition, @Nullable DefinedNames outside)
      implements Meaning {}

  /** What a name stands for; {@code null} if it is not defined. */
  public static @Nullable Meaning find(@Nullable DefinedNames scope, String name) {
    for (DefinedNames current = scope; current != null; current = current.outer) {
      if (current.name.equals(name)) {
        return current.meaning;
      }
    }
    return null;
  }

  /** All names, in alphabetical order. */
  static Set<String> names(@Nullable DefinedNames scope) {
    Set<String> names = new TreeSet<>();
    for (DefinedNames current = scope; current != null; current = current.outer) {
      names.add(current.name);
    }
    return names;
  }
}
