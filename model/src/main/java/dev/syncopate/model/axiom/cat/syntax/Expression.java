package dev.syncopate.model.axiom.cat.syntax;

import java.util.List;

/** What stands right of a {@code =}, or in a test. */
public sealed interface Expression {
  /** Where it starts; of an infix operator, where that stands. */
  Place place();

  /** A name, or {@code _}. */
  record Name(Place place, String name) implements Expression {}

  /** {@code 0} or {@code {}}. */
  record Empty(Place place) implements Expression {}

  /** An operator before, after or around its operand. */
  record Unary(Place place, Operator operator, Expression operand) implements Expression {}

  /** An operator between its operands. */
  record Binary(Place place, Operator operator, Expression left, Expression right)
      implements Expression {}

  /** A function with its arguments. */
  record Call(Place place, String function, List<Expression> arguments) implements Expression {}

  /** {@code let … in …}. */
  record LetIn(Place place, Statement.Let let, Expression body) implements Expression {}
}
