package dev.syncopate.model.axiom.cat.syntax;

import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads one text of the language. */
public final class CatParser {
  private final TokenStream tokens;
  private final CatExpressionParser expressions;

  private CatParser(SourceText source) {
    this.tokens = new TokenStream(source, CatLexer.cut(source));
    this.expressions = new CatExpressionParser(tokens);
  }

  /**
   * Reads a text.
   *
   * @throws dev.syncopate.model.source.SourceException where it is not of the language
   */
  public static CatFile parse(SourceText source) {
    CatParser parser = new CatParser(source);
    String title = parser.title();
    List<CatStatement> statements = new ArrayList<>();
    while (parser.tokens.peek().kind() != Token.Kind.END) {
      parser.statement(statements);
    }
    return new CatFile(title, List.copyOf(statements));
  }

  /** A model may start with its name, in quotes or bare. */
  private String title() {
    Token first = tokens.peek();
    return first.kind() == Token.Kind.STRING || Keywords.isName(first) ? tokens.take().text() : "";
  }

  private void statement(List<CatStatement> statements) {
    Token token = tokens.peek();
    CatPosition place = expressions.place();
    if (Keywords.isRefused(token)) {
      throw place.error("`" + token.text() + "` is not supported");
    }
    switch (token.kind() == Token.Kind.STRING ? "" : token.text()) {
      case "let" -> statements.add(let());
      case "include" -> {
        tokens.take();
        String file = tokens.expect(Token.Kind.STRING, "a file's name in quotes").text();
        statements.add(new CatStatement.Include(place, file));
      }
      case "with" -> {
        tokens.take();
        String name = expressions.lets().name("a name");
        tokens.expect("from");
        statements.add(new CatStatement.With(place, name, expressions.expression()));
      }
      case "show", "unshow" -> {
        tokens.take();
        skipShown();
      }
      case "flag", "~", "acyclic", "irreflexive", "empty" -> statements.add(test(place));
      default -> throw tokens.unexpected("`let`, `include`, `show`, `with` or a test");
    }
  }

  private CatStatement let() {
    CatStatement.Let let = expressions.lets().let();
    if (tokens.peek().is("in")) {
      throw tokens.unexpected("a line's end; a local `let … in` stands inside an expression");
    }
    return let;
  }

  /** What is to be shown in drawings says nothing about what is allowed. */
  private void skipShown() {
    do {
      expressions.expression();
      if (tokens.accept("as")) {
        expressions.lets().name("a name");
      }
    } while (tokens.accept(","));
  }

  private CatStatement test(CatPosition place) {
    boolean flag = tokens.accept("flag");
    boolean negated = tokens.accept("~");
    Token word = tokens.peek();
    CatStatement.TestKind kind =
        switch (word.kind() == Token.Kind.NAME ? word.text() : "") {
          case "acyclic" -> CatStatement.TestKind.ACYCLIC;
          case "irreflexive" -> CatStatement.TestKind.IRREFLEXIVE;
          case "empty" -> CatStatement.TestKind.EMPTY;
          default -> throw tokens.unexpected("`acyclic`, `irreflexive` or `empty`");
        };
    tokens.take();
    CatExpression body = expressions.expression();
    String name =
        tokens.accept("as")
            ? expressions.lets().name("the test's name")
            : kind.name().toLowerCase(Locale.ROOT) + "@" + place.source().line(place.offset());
    return new CatStatement.Test(place, flag, negated, kind, body, name);
  }
}
