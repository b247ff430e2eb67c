package dev.syncopate.ptx.syntax;

import java.util.List;

/** Directives common to module scope and functions. */
final class Directives {
  private Directives() {}

  /** Gives a name its meaning in a scope, once. */
  static void declare(
      Tokens tokens, SymbolScope scope, String name, int sourceOffset, Symbol symbol) {
    Symbol previous = scope.declare(name, symbol);
    if (previous != null) {
      throw tokens.source.unexpected(
          sourceOffset,
          "a second declaration of `" + name + "`",
          "another name (line " + tokens.source.position(previous.at()).line() + " has this one)");
    }
  }

  /** {@code .loc file line column [, function_name label [+ offset]] [, inlined_at f l c]}. */
  static void location(Tokens tokens) {
    int ptxLine = tokens.source.position(tokens.at()).line();
    List<Integer> place = place(tokens);
    List<Integer> inlinedAt = null;
    while (tokens.accept(',')) {
      String keyword = tokens.expectName("`function_name` or `inlined_at`");
      if (keyword.equals("function_name")) {
        tokens.expectName("a label");
        if (tokens.accept('+')) {
          tokens.expectCount("a number");
        }
      } else {
        inlinedAt = place(tokens);
      }
    }
    tokens.source.lines().location(ptxLine, place, inlinedAt);
  }

  private static List<Integer> place(Tokens tokens) {
    return List.of(
        tokens.expectCount("the number of a file"),
        tokens.expectCount("the number of a line"),
        tokens.expectCount("the number of a column"));
  }

  /** {@code .pragma "text";} */
  static void skipPragma(Tokens tokens) {
    do {
      tokens.expectWord(TokenKind.STRING, "a string");
    } while (tokens.accept(','));
    tokens.expect(';');
  }
}
