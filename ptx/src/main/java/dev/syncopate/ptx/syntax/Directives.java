package dev.syncopate.ptx.syntax;

/** What is done alike at module scope and in functions. */
final class Directives {
  private Directives() {}

  /** Gives a name its meaning in a scope, once. */
  static void declare(Tokens tokens, Scope scope, String name, int at, Symbol symbol) {
    Symbol previous = scope.declare(name, symbol);
    if (previous != null) {
      throw tokens.source.unexpected(
          at,
          "a second declaration of `" + name + "`",
          "another name (line " + tokens.source.position(previous.at()).line() + " has this one)");
    }
  }

  /** {@code .loc file line column [, function_name label [+ offset]] [, inlined_at f l c]}. */
  static void location(Tokens tokens) {
    int ptxLine = tokens.source.position(tokens.at()).line();
    int file = tokens.expectCount("the number of a file");
    int line = lineAndColumn(tokens);
    int inlinedFile = 0;
    int inlinedLine = 0;
    while (tokens.accept(',')) {
      String what = tokens.expectName("`function_name` or `inlined_at`");
      if (what.equals("function_name")) {
        tokens.expectName("a label");
        if (tokens.accept('+')) {
          tokens.expectCount("a number");
        }
      } else {
        inlinedFile = tokens.expectCount("the number of a file");
        inlinedLine = lineAndColumn(tokens);
      }
    }
    tokens.source.lines().location(ptxLine, file, line, inlinedFile, inlinedLine);
  }

  private static int lineAndColumn(Tokens tokens) {
    int line = tokens.expectCount("the number of a line");
    tokens.expectCount("the number of a column");
    return line;
  }

  /** {@code .pragma "text";} */
  static void skipPragma(Tokens tokens) {
    do {
      tokens.expectWord(TokenKind.STRING, "a string");
    } while (tokens.accept(','));
    tokens.expect(';');
  }
}
