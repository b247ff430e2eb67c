package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.CatStatement;

/**
 * A test of a model.
 *
 * @param name after {@code as}, or its kind and line
 * @param flag whether it reports something rather than requires it
 * @param undefining whether what it reports makes the program's behaviour undefined
 * @param negated whether it asks for the contrary
 * @param kind what it asks
 * @param relation of what
 */
public record CatTest(
    String name,
    boolean flag,
    boolean undefining,
    boolean negated,
    CatStatement.TestKind kind,
    ValueNode relation) {
  public int stage() {
    return relation.stage();
  }

  /** The same test under another name. */
  public CatTest named(String otherName) {
    return new CatTest(otherName, flag, undefining, negated, kind, relation);
  }
}
