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

  /** {@code 'wg}, without the quote. */
  record Tag(CatPosition place, String name) implements CatExpression {}

  /** {@code {a, b}}. */
  record SetLiteral(CatPosition place, List<CatExpression> elements) implements CatExpression {}

  /** {@code a ++ s}: a set with one more element, which comes first. */
  record Extension(CatPosition place, CatExpression element, CatExpression set)
      implements CatExpression {}

  /** {@code (a, b)}. */
  record Tuple(CatPosition place, List<CatExpression> parts) implements CatExpression {}

  /** {@code fun (a, b) -> …}. */
  record Lambda(CatPosition place, List<String> parameters, CatExpression body)
      implements CatExpression {}

  /** {@code match … with || … -> … end}. */
  record Match(CatPosition place, CatExpression subject, List<MatchClause> clauses)
      implements CatExpression {}

  /** A pattern with what the expression then is. */
  record MatchClause(MatchPattern pattern, CatExpression body) {}

  /** Pattern of a clause. */
  sealed interface MatchPattern {
    /** {@code 'wg}, without the quote. */
    record OfTag(String name) implements MatchPattern {}

    /** {@code {}}. */
    record OfEmpty() implements MatchPattern {}

    /** {@code element ++ rest}. */
    record OfExtension(String element, String rest) implements MatchPattern {}

    /** Anything, which then has this name; {@code _} gives none. */
    record OfAnything(String name) implements MatchPattern {}
  }

  /** {@code try … with …}: the first expression, or the second where the first has no meaning. */
  record Try(CatPosition place, CatExpression attempt, CatExpression fallback)
      implements CatExpression {}
}
