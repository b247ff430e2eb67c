package dev.syncopate.model.axiom.cat.syntax;

import java.util.List;

/** A line of a model, as it is written. */
public sealed interface CatStatement {
  /** Where it starts. */
  CatPosition place();

  /** {@code let a = … and f(x) = …}, with or without {@code rec}. */
  record Let(CatPosition place, boolean recursive, List<Definition> definitions)
      implements CatStatement {}

  /**
   * A name of a {@code let}.
   *
   * @param parameters of a function; none for a value
   */
  record Definition(CatPosition place, String name, List<String> parameters, CatExpression body) {
    public boolean isFunction() {
      return !parameters.isEmpty();
    }
  }

  /**
   * A requirement, or with {@code flag} something to report.
   *
   * @param undefining whether a report means that the program's behaviour is undefined
   * @param name after {@code as}, or what the test says where it has none
   */
  record Test(
      CatPosition place,
      boolean flag,
      boolean undefining,
      boolean negated,
      TestKind kind,
      CatExpression body,
      String name)
      implements CatStatement {}

  /** Tested property. */
  enum TestKind {
    ACYCLIC,
    IRREFLEXIVE,
    EMPTY
  }

  /** {@code with x from …}. */
  record With(CatPosition place, String name, CatExpression choices) implements CatStatement {}

  /** {@code include "…"}. */
  record Include(CatPosition place, String file) implements CatStatement {}

  /** {@code procedure p(a, b) = … end}. */
  record Procedure(CatPosition place, String name, List<String> parameters, List<CatStatement> body)
      implements CatStatement {
    /** Keeps copies. */
    public Procedure {
      parameters = List.copyOf(parameters);
      body = List.copyOf(body);
    }
  }

  /**
   * {@code call p(x, y)}.
   *
   * @param name after {@code as}, which the procedure's tests then have; empty for none
   */
  record Call(CatPosition place, String procedure, List<CatExpression> arguments, String name)
      implements CatStatement {}

  /** {@code enum scopes = 'wg || 'agent}; the tags without their quotes. */
  record TagEnum(CatPosition place, String name, List<String> tags) implements CatStatement {}

  /** {@code forall s in scopes do … end}. */
  record ForAll(CatPosition place, String name, CatExpression set, List<CatStatement> body)
      implements CatStatement {
    /** Keeps a copy. */
    public ForAll {
      body = List.copyOf(body);
    }
  }
}
