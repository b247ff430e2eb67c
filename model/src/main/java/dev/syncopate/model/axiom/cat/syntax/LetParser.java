package dev.syncopate.model.axiom.cat.syntax;

import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code let}, with or without an {@code in} behind it. */
final class LetParser {
  private final TokenStream tokens;
  private final CatExpressionParser expressions;

  LetParser(TokenStream tokens, CatExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** Reads {@code let … and …}. */
  CatStatement.Let let() {
    CatPosition place = expressions.place();
    tokens.expect("let");
    boolean recursive = tokens.accept("rec");
    List<CatStatement.Definition> definitions = new ArrayList<>();
    do {
      definitions.add(definition());
    } while (tokens.accept("and"));
    return new CatStatement.Let(place, recursive, List.copyOf(definitions));
  }

  private CatStatement.Definition definition() {
    CatPosition place = expressions.place();
    String name = name("the name to define");
    List<String> parameters = parameters();
    tokens.expect("=");
    if (parameters.isEmpty() && tokens.accept("fun")) {
      parameters = lambdaParameters();
    }
    return new CatStatement.Definition(
        place, name, List.copyOf(parameters), expressions.expression());
  }

  /** Reads the parameters after {@code fun}, and the arrow. */
  List<String> lambdaParameters() {
    List<String> parameters = parameters();
    tokens.expect("->");
    return parameters;
  }

  /** Reads the parameters of a function or procedure; none where a value is defined. */
  List<String> parameters() {
    List<String> parameters = new ArrayList<>();
    if (Keywords.isName(tokens.peek())) {
      parameters.add(tokens.take().text());
    } else if (tokens.accept("(") && !tokens.accept(")")) {
      do {
        parameters.add(name("a parameter"));
      } while (tokens.accept(","));
      tokens.expect(")");
    }
    return parameters;
  }

  /** Reads a name. */
  String name(String expected) {
    Token token = tokens.peek();
    if (!Keywords.isName(token)) {
      throw tokens.unexpected(expected);
    }
    return tokens.take().text();
  }
}
