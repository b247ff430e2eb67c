package dev.syncopate.model.axiom.cat.syntax;

import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Reads one text of the language. */
public final class CatParser {
  /** Languages and architectures that a header may begin with, before the model's name. */
  private static final Set<String> LANGUAGES =
      Set.of(
          "AArch64", "ARM", "ASL", "BPF", "C", "CPP", "JAVA", "LISA", "MIPS", "OpenCL", "PPC",
          "PTX", "RISCV", "VULKAN", "X86", "X86_64");

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
    List<String> header = parser.header();
    List<CatStatement> statements = new ArrayList<>();
    while (parser.tokens.peek().kind() != Token.Kind.END) {
      parser.statement(statements);
    }
    List<String> words = header.stream().flatMap(text -> Stream.of(text.split(" "))).toList();
    return new CatFile(header.isEmpty() ? "" : header.getFirst(), words, List.copyOf(statements));
  }

  /**
   * Whether a text walks through sets, as public libraries do that enumerate orders. What they
   * define is built in.
   */
  public static boolean enumerates(SourceText source) {
    return CatLexer.cut(source).stream().anyMatch(token -> token.is("match") || token.is("cross"));
  }

  /**
   * A model may start with its name, in quotes or bare. Its language may stand before the name, of
   * which a bare one then begins with a capital letter.
   */
  private List<String> header() {
    List<String> header = new ArrayList<>();
    if (atHeader()) {
      header.add(tokens.take().text());
      if (LANGUAGES.contains(header.getFirst())
          && atHeader()
          && (tokens.peek().kind() == Token.Kind.STRING
              || Character.isUpperCase(tokens.peek().text().charAt(0)))) {
        header.add(tokens.take().text());
      }
    }
    return header;
  }

  private boolean atHeader() {
    return tokens.peek().kind() == Token.Kind.STRING || Keywords.isName(tokens.peek());
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
      case "flag", "undefined_unless", "~", "acyclic", "irreflexive", "empty" ->
          statements.add(test(place));
      case "if" -> statements.addAll(choice());
      case "procedure" -> statements.add(procedure(place));
      case "call" -> statements.add(call(place));
      case "enum" -> statements.add(tagEnum(place));
      case "forall" -> statements.add(forAll(place));
      case "instructions", "default" -> skipInstructions();
      default ->
          throw tokens.unexpected(
              "`let`, `include`, `show`, `with`, `if`, `procedure`, `call`, `forall`, `enum` or a test");
    }
  }

  private CatStatement let() {
    CatStatement.Let let = expressions.lets().let();
    if (tokens.peek().is("in")) {
      throw tokens.unexpected("a line's end; a local `let … in` stands inside an expression");
    }
    return let;
  }

  /** Statements under a variant of the model: no variant is on. */
  private List<CatStatement> choice() {
    boolean isFirst = expressions.condition();
    List<CatStatement> first = block();
    List<CatStatement> second = tokens.accept("else") ? block() : List.of();
    tokens.expect("end");
    return isFirst ? first : second;
  }

  private List<CatStatement> block() {
    tokens.enter();
    List<CatStatement> statements = new ArrayList<>();
    while (!tokens.peek().is("else") && !tokens.peek().is("end")) {
      statement(statements);
    }
    tokens.leave();
    return statements;
  }

  private CatStatement procedure(CatPosition place) {
    tokens.take();
    String name = expressions.lets().name("the procedure's name");
    List<String> parameters = expressions.lets().parameters();
    tokens.expect("=");
    List<CatStatement> body = block();
    tokens.expect("end");
    return new CatStatement.Procedure(place, name, parameters, body);
  }

  private CatStatement call(CatPosition place) {
    tokens.take();
    String name = expressions.lets().name("a procedure's name");
    List<CatExpression> arguments = new ArrayList<>();
    tokens.expect("(");
    if (!tokens.accept(")")) {
      do {
        arguments.add(expressions.expression());
      } while (tokens.accept(","));
      tokens.expect(")");
    }
    String testName = tokens.accept("as") ? expressions.lets().name("the tests' name") : "";
    return new CatStatement.Call(place, name, List.copyOf(arguments), testName);
  }

  private CatStatement tagEnum(CatPosition place) {
    tokens.take();
    String name = expressions.lets().name("a name of the tags");
    tokens.expect("=");
    boolean _ = tokens.accept("||");
    List<String> tags = new ArrayList<>();
    do {
      tags.add(expressions.tag());
    } while (tokens.accept("||"));
    return new CatStatement.TagEnum(place, name, List.copyOf(tags));
  }

  private CatStatement forAll(CatPosition place) {
    tokens.take();
    String name = expressions.lets().name("a name");
    tokens.expect("in");
    CatExpression set = expressions.expression();
    tokens.expect("do");
    List<CatStatement> body = block();
    tokens.expect("end");
    return new CatStatement.ForAll(place, name, set, body);
  }

  /** Which annotations instructions may have is checked by who reads a test. */
  private void skipInstructions() {
    tokens.take();
    expressions.lets().name("a kind of instruction such as `R`");
    tokens.expect("[");
    for (int depth = 1; depth > 0; ) {
      if (tokens.peek().kind() == Token.Kind.END) {
        throw tokens.unexpected("`]`");
      }
      Token token = tokens.take();
      depth += token.is("[") ? 1 : token.is("]") ? -1 : 0;
    }
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
    boolean undefining = tokens.accept("undefined_unless");
    boolean flag = undefining || tokens.accept("flag");
    boolean negated = tokens.accept("~") != undefining;
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
    return new CatStatement.Test(place, flag, undefining, negated, kind, body, name);
  }
}
