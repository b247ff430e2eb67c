package dev.syncopate.model.axiom.cat.syntax;

import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads expressions. Infix operators bind from the loosest to the tightest {@code | ; \ & *}; all
 * but {@code \} group to the right. {@code ~} binds tighter than those, postfix operators tighter
 * still, the application of a function tightest.
 */
final class CatExpressionParser {
  private static final List<Operator> INFIX =
      List.of(
          Operator.UNION,
          Operator.SEQUENCE,
          Operator.DIFFERENCE,
          Operator.INTERSECTION,
          Operator.PRODUCT);

  /** Functions that take their two arguments one after the other: {@code map f s}. */
  private static final Set<String> CURRIED = Set.of("map", "fold");

  private final TokenStream tokens;
  private final LetParser lets;

  CatExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
    this.lets = new LetParser(tokens, this);
  }

  LetParser lets() {
    return lets;
  }

  /** Reads one expression. */
  CatExpression expression() {
    tokens.enter();
    CatExpression result =
        switch (tokens.peek().kind() == Token.Kind.NAME ? tokens.peek().text() : "") {
          case "let" -> letIn();
          case "try" -> attempt();
          case "if" -> choice();
          case "match" -> match();
          case "fun" -> lambda();
          default -> extended();
        };
    tokens.leave();
    return result;
  }

  /** Where the next word stands. */
  CatPosition place() {
    return new CatPosition(tokens.source(), tokens.peek().offset());
  }

  private String symbol() {
    Token token = tokens.peek();
    return token.kind() == Token.Kind.SYMBOL ? token.text() : "";
  }

  private CatExpression letIn() {
    CatPosition place = place();
    CatStatement.Let let = lets.let();
    tokens.expect("in");
    return new CatExpression.LetIn(place, let, expression());
  }

  private CatExpression attempt() {
    CatPosition place = place();
    tokens.take();
    CatExpression attempt = expression();
    tokens.expect("with");
    return new CatExpression.Try(place, attempt, expression());
  }

  private CatExpression choice() {
    boolean isFirst = condition();
    tokens.expect("then");
    CatExpression first = expression();
    tokens.expect("else");
    CatExpression second = expression();
    return isFirst ? first : second;
  }

  /** Reads {@code if "variant"}, and whether it holds: no variant is on. */
  boolean condition() {
    tokens.expect("if");
    boolean negated = tokens.accept("not");
    tokens.expect(Token.Kind.STRING, "a variant's name in quotes");
    return negated;
  }

  /** Reads {@code a ++ s}, or an expression without it. */
  private CatExpression extended() {
    CatExpression first = infix(0);
    CatPosition place = place();
    return tokens.accept("++") ? new CatExpression.Extension(place, first, expression()) : first;
  }

  private CatExpression lambda() {
    CatPosition place = place();
    tokens.take();
    List<String> parameters = List.copyOf(lets.lambdaParameters());
    return new CatExpression.Lambda(place, parameters, expression());
  }

  private CatExpression match() {
    CatPosition place = place();
    tokens.take();
    CatExpression subject = expression();
    tokens.expect("with");
    boolean _ = tokens.accept("||");
    List<CatExpression.MatchClause> clauses = new ArrayList<>();
    do {
      CatExpression.MatchPattern pattern = pattern();
      tokens.expect("->");
      clauses.add(new CatExpression.MatchClause(pattern, expression()));
    } while (tokens.accept("||"));
    tokens.expect("end");
    return new CatExpression.Match(place, subject, List.copyOf(clauses));
  }

  private CatExpression.MatchPattern pattern() {
    if (Keywords.isTag(tokens.peek())) {
      return new CatExpression.MatchPattern.OfTag(tag());
    }
    if (tokens.accept("_")) {
      return new CatExpression.MatchPattern.OfAnything("_");
    }
    if (tokens.accept("{")) {
      tokens.expect("}");
      return new CatExpression.MatchPattern.OfEmpty();
    }
    String name = lets.name("a pattern: a tag, `{}`, `a ++ s`, a name or `_`");
    return tokens.accept("++")
        ? new CatExpression.MatchPattern.OfExtension(name, lets.name("a name of the rest"))
        : new CatExpression.MatchPattern.OfAnything(name);
  }

  /** Reads a tag, without its quote. */
  String tag() {
    if (!Keywords.isTag(tokens.peek())) {
      throw tokens.unexpected("a tag such as `'wg`");
    }
    return tokens.take().text().substring(1);
  }

  private CatExpression infix(int level) {
    if (level == INFIX.size()) {
      return prefix();
    }
    Operator operator = INFIX.get(level);
    List<CatExpression> operands = new ArrayList<>(List.of(infix(level + 1)));
    List<CatPosition> places = new ArrayList<>();
    while (tokens.peek().is(operator.symbol())) {
      places.add(place());
      tokens.take();
      operands.add(infix(level + 1));
    }
    boolean toTheLeft = operator == Operator.DIFFERENCE || operator == Operator.PRODUCT;
    return toTheLeft
        ? groupedLeft(operator, operands, places)
        : groupedRight(operator, operands, places);
  }

  private static CatExpression groupedLeft(
      Operator operator, List<CatExpression> operands, List<CatPosition> places) {
    CatExpression grouped = operands.getFirst();
    for (int i = 0; i < places.size(); i++) {
      grouped = new CatExpression.Binary(places.get(i), operator, grouped, operands.get(i + 1));
    }
    return grouped;
  }

  private static CatExpression groupedRight(
      Operator operator, List<CatExpression> operands, List<CatPosition> places) {
    CatExpression right = operands.getLast();
    for (int i = places.size() - 1; i >= 0; i--) {
      right = new CatExpression.Binary(places.get(i), operator, operands.get(i), right);
    }
    return right;
  }

  private CatExpression prefix() {
    CatPosition place = place();
    if (!tokens.accept("~")) {
      return postfix();
    }
    tokens.enter();
    CatExpression operand = prefix();
    tokens.leave();
    return new CatExpression.Unary(place, Operator.COMPLEMENT, operand);
  }

  private CatExpression postfix() {
    CatExpression result = primary();
    while (true) {
      CatPosition place = place();
      Operator operator = postfixOperator();
      if (operator == null) {
        return result;
      }
      tokens.take();
      result = new CatExpression.Unary(place, operator, result);
    }
  }

  private @Nullable Operator postfixOperator() {
    return switch (symbol()) {
      case "^-1" -> Operator.INVERSE;
      case "+", "^+" -> Operator.PLUS;
      // Two of them mean the same as one; where an operand follows, a set is extended.
      case "++" -> startsOperand(tokens.peekSecond()) ? null : Operator.PLUS;
      case "?", "^?" -> Operator.OPTIONAL;
      case "^*" -> Operator.STAR;
      // The same sign is a product where an operand follows.
      case "*" -> startsOperand(tokens.peekSecond()) ? null : Operator.STAR;
      default -> null;
    };
  }

  private static boolean startsOperand(Token token) {
    return token.is("~") || startsPrimary(token);
  }

  private static boolean startsPrimary(Token token) {
    return Keywords.isName(token)
        || Keywords.isTag(token)
        || token.is("(")
        || token.is("[")
        || token.is("{")
        || token.is("_")
        || token.is("0");
  }

  private CatExpression primary() {
    CatPosition place = place();
    Token token = tokens.peek();
    if (Keywords.isName(token)) {
      tokens.take();
      if (!startsPrimary(tokens.peek())) {
        return new CatExpression.Name(place, token.text());
      }
      return new CatExpression.Call(
          place, token.text(), CURRIED.contains(token.text()) ? atoms() : arguments());
    }
    if (Keywords.isTag(token)) {
      return new CatExpression.Tag(place, tag());
    }
    if (Keywords.isRefused(token)) {
      throw place.error("`" + token.text() + "` is not supported in expressions");
    }
    return switch (symbol()) {
      case "_" -> {
        tokens.take();
        yield new CatExpression.Name(place, "_");
      }
      case "0" -> {
        tokens.take();
        yield new CatExpression.Empty(place);
      }
      case "{" -> {
        tokens.take();
        if (tokens.accept("}")) {
          yield new CatExpression.Empty(place);
        }
        List<CatExpression> elements = expressions();
        tokens.expect("}");
        yield new CatExpression.SetLiteral(place, elements);
      }
      case "(" -> {
        tokens.take();
        List<CatExpression> inner = expressions();
        tokens.expect(")");
        yield inner.size() == 1 ? inner.getFirst() : new CatExpression.Tuple(place, inner);
      }
      case "[" -> {
        tokens.take();
        CatExpression inner = expression();
        tokens.expect("]");
        yield new CatExpression.Unary(place, Operator.BRACKETS, inner);
      }
      default -> throw tokens.unexpected("a set or relation");
    };
  }

  private List<CatExpression> arguments() {
    if (!tokens.accept("(")) {
      tokens.enter();
      CatExpression argument = primary();
      tokens.leave();
      return List.of(argument);
    }
    List<CatExpression> arguments = expressions();
    tokens.expect(")");
    return arguments;
  }

  /** Reads arguments one after the other: names without arguments, or what is in parentheses. */
  private List<CatExpression> atoms() {
    List<CatExpression> atoms = new ArrayList<>();
    while (atoms.size() < 2 && startsPrimary(tokens.peek())) {
      CatPosition place = place();
      atoms.add(
          Keywords.isName(tokens.peek())
              ? new CatExpression.Name(place, tokens.take().text())
              : primary());
    }
    return List.copyOf(atoms);
  }

  private List<CatExpression> expressions() {
    List<CatExpression> expressions = new ArrayList<>();
    do {
      expressions.add(expression());
    } while (tokens.accept(","));
    return List.copyOf(expressions);
  }
}
