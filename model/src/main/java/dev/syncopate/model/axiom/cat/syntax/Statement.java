package dev.syncopate.model.axiom.cat.syntax;

import java.util.List;

/** A line of a model, as it is written. */
public sealed interface Statement {
  /** Where it starts. */
  Place place();

  /** {@code let a = … and f(x) = …}, with or without {@code rec}. */
  record Let(Place place, boolean recursive, List<Definition> definitions) implements Statement {}

  /**
   * One name of a {@code let}.
   *
   * @param parameters of a function; none for a value
   */
  record Definition(Place place, String name, List<String> parameters, Expression body) {
    public boolean isFunction() {
      return !parameters.isEmpty();
    }
  }

  /**
   * A requirement, or with {@code flag} something to report.
   *
   * @param name after {@code as}, or what the test says where it has none
   */
  record Test(
      Place place, boolean flag, boolean negated, TestKind kind, Expression body, String name)
      implements Statement {}

  /** What is tested. */
  enum TestKind {
    ACYCLIC,
    IRREFLEXIVE,
    EMPTY
  }

  /** {@code with x from …}. */
  record With(Place place, String name, Expression choices) implements Statement {}

  /** {@code include "…"}. */
  record Include(Place place, String file) implements Statement {}
}
