package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.CatStatement;
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
   */
  record Function(CatStatement.Definition definition, @Nullable DefinedNames outside)
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
