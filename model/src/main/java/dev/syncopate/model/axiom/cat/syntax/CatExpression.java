package dev.syncopate.model.axiom.cat.syntax;

import java.util.List;

/** Expression on the right of {@code =}, or in a test. */
public sealed interface CatExpression {
  /** Where it starts; of an infix operator, where that stands. */
  CatPosition place();

  /** A name, or {@code _}. */
  record Name(CatPosition place, String name) implements CatExpression {}

  /** {@code 0} or {@code {}}. */
  record Empty(CatPosition place) implements CatExpression {}

  /** An operator before, after or around its operand. */
  record Unary(CatPosition place, Operator operator, CatExpression operand)
      implements CatExpression {}

  /** An operator between its operands. */
  record Binary(CatPosition place, Operator operator, CatExpression left, CatExpression right)
      implements CatExpression {}

  /** A function with its arguments. */
  record Call(CatPosition place, String function, List<CatExpression> arguments)
      implements CatExpression {}

  /** {@code let … in …}. */
  record LetIn(CatPosition place, CatStatement.Let let, CatExpression body)
      implements CatExpression {}

  /** {@code try … with …}: the first expression, or the second where the first has no meaning. */
  record Try(CatPosition place, CatExpression attempt, CatExpression fallback)
      implements CatExpression {}
}
