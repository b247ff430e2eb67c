package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import org.jspecify.annotations.Nullable;

/** Parses and evaluates constant expressions, whose operators are those of C. */
final class ExpressionParser {
  private static final int DEEPEST = 100;

  /** Binary operators, the weakest first; those of one line bind alike. */
  private static final String[][] LEVELS = {
    {"||"},
    {"&&"},
    {"|"},
    {"^"},
    {"&"},
    {"==", "!="},
    {"<=", ">=", "<", ">"},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"}
  };

  private static final int ADDITIVE = 8;

  private final Tokens tokens;
  private int depth;

  ExpressionParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /** A whole expression. */
  Constant parse() {
    Constant condition = binary(0);
    if (!tokens.accept('?')) {
      return condition;
    }
    enter();
    Constant then = parse();
    tokens.expect(':');
    Constant otherwise = parse();
    depth--;
    return isTrue(condition) ? then : otherwise;
  }

  /** Terms that are added and subtracted, for where other operators mean something else. */
  Constant parseSum() {
    return binary(ADDITIVE);
  }

  private void enter() {
    if (++depth > DEEPEST) {
      throw tokens.source.unexpected(
          tokens.at(), "an expression nested too deeply", "fewer than " + DEEPEST + " levels");
    }
  }

  private Constant binary(int level) {
    if (level == LEVELS.length) {
      return unary();
    }
    Constant left = binary(level + 1);
    for (String operator = operator(level); operator != null; operator = operator(level)) {
      for (int i = 0; i < operator.length(); i++) {
        tokens.lexer.advance();
      }
      left = combine(operator, left, binary(level + 1));
    }
    return left;
  }

  /** The operator of this level that stands here, or null. */
  private @Nullable String operator(int level) {
    if (!tokens.is(TokenKind.SYMBOL)) {
      return null;
    }
    char first = tokens.lexer.symbol;
    for (String operator : LEVELS[level]) {
      if (operator.charAt(0) == first) {
        boolean twofold = tokens.lexer.touches('=') || tokens.lexer.touches(first);
        if (operator.length() == 2
            ? tokens.lexer.touches(operator.charAt(1))
            : !twofold || first == '-' || first == '+') {
          return operator;
        }
      }
    }
    return null;
  }

  private Constant unary() {
    int at = tokens.at();
    if (tokens.accept('-')) {
      return deeper(at).negated();
    }
    if (tokens.accept('+')) {
      return deeper(at);
    }
    if (tokens.accept('~')) {
      Constant operand = integer(deeper(at));
      return Constant.integer(at, ~operand.bits(), operand.unsigned());
    }
    if (tokens.accept('!')) {
      return Constant.truth(at, !isTrue(deeper(at)));
    }
    return primary();
  }

  private Constant deeper(int at) {
    enter();
    Constant operand = unary();
    depth--;
    if (operand.symbol() != null) {
      throw tokens.source.unexpected(at, "an operator on an address", "an address plus a number");
    }
    return operand;
  }

  private Constant primary() {
    int at = tokens.at();
    Lexer lexer = tokens.lexer;
    Constant literal =
        switch (lexer.kind) {
          case INTEGER -> Constant.integer(at, lexer.bits, lexer.unsigned);
          case SINGLE -> new Constant(at, Form.SINGLE, lexer.bits, false, null, false);
          case DOUBLE -> new Constant(at, Form.DOUBLE, lexer.bits, false, null, false);
          default -> null;
        };
    if (literal != null) {
      lexer.advance();
      return literal;
    }
    if (tokens.is(TokenKind.NAME)) {
      return symbol(at);
    }
    if (tokens.accept('(')) {
      return parenthesised(at);
    }
    throw tokens.unexpected("a number or a name");
  }

  private Constant symbol(int at) {
    String name = tokens.expectName("a name");
    if (name.equals("generic") && tokens.accept('(')) {
      String inner = tokens.expectName("a variable");
      tokens.expect(')');
      return new Constant(at, Form.INTEGER, 0, false, inner, true);
    }
    return new Constant(at, Form.INTEGER, 0, false, name, false);
  }

  private Constant parenthesised(int at) {
    enter();
    Constant value;
    if (tokens.is(TokenKind.DOTTED)) {
      boolean unsigned = tokens.isDotted("u64");
      if (!unsigned && !tokens.isDotted("s64")) {
        throw tokens.unexpected("`.s64` or `.u64`");
      }
      tokens.lexer.advance();
      tokens.expect(')');
      value = Constant.integer(at, integer(deeper(at)).bits(), unsigned);
    } else {
      value = parse();
      tokens.expect(')');
    }
    depth--;
    return value;
  }

  private Constant integer(Constant value) {
    if (!value.isInteger()) {
      throw tokens.source.unexpected(value.at(), "a number that is no integer", "an integer");
    }
    return value;
  }

  private boolean isTrue(Constant value) {
    return value.isFloating() ? value.asDouble() != 0 : integer(value).bits() != 0;
  }

  private Constant combine(String operator, Constant a, Constant b) {
    if (a.symbol() != null || b.symbol() != null) {
      return addToAddress(operator, a, b);
    }
    if (operator.equals("&&")) {
      return Constant.truth(a.at(), isTrue(a) && isTrue(b));
    }
    if (operator.equals("||")) {
      return Constant.truth(a.at(), isTrue(a) || isTrue(b));
    }
    if (a.isFloating() || b.isFloating()) {
      return combineDoubles(operator, a, b);
    }
    return combineIntegers(operator, a, b);
  }

  private Constant addToAddress(String operator, Constant a, Constant b) {
    if (operator.equals("+") && b.isInteger()) {
      return a.plus(b.bits());
    }
    if (operator.equals("+") && a.isInteger()) {
      return b.plus(a.bits());
    }
    if (operator.equals("-") && b.isInteger()) {
      return a.plus(-b.bits());
    }
    throw tokens.source.unexpected(
        a.at(), "`" + operator + "` on an address", "an address plus a number");
  }

  private Constant combineDoubles(String operator, Constant a, Constant b) {
    double x = a.asDouble();
    double y = b.asDouble();
    double result;
    switch (operator) {
      case "+" -> result = x + y;
      case "-" -> result = x - y;
      case "*" -> result = x * y;
      case "/" -> result = x / y;
      case "<" -> {
        return Constant.truth(a.at(), x < y);
      }
      case ">" -> {
        return Constant.truth(a.at(), x > y);
      }
      case "<=" -> {
        return Constant.truth(a.at(), x <= y);
      }
      case ">=" -> {
        return Constant.truth(a.at(), x >= y);
      }
      case "==" -> {
        return Constant.truth(a.at(), x == y);
      }
      case "!=" -> {
        return Constant.truth(a.at(), x != y);
      }
      default ->
          throw tokens.source.unexpected(
              a.at(), "`" + operator + "` on numbers that are no integers", "integers");
    }
    return new Constant(
        a.at(), Form.DOUBLE, Double.doubleToRawLongBits(result), false, null, false);
  }

  private Constant combineIntegers(String operator, Constant a, Constant b) {
    boolean unsigned = a.unsigned() || b.unsigned();
    long x = a.bits();
    long y = b.bits();
    if (y == 0 && (operator.equals("/") || operator.equals("%"))) {
      throw tokens.source.unexpected(b.at(), "a division by zero", "another divisor");
    }
    int order = unsigned ? Long.compareUnsigned(x, y) : Long.compare(x, y);
    return switch (operator) {
      case "+" -> Constant.integer(a.at(), x + y, unsigned);
      case "-" -> Constant.integer(a.at(), x - y, unsigned);
      case "*" -> Constant.integer(a.at(), x * y, unsigned);
      case "/" -> Constant.integer(a.at(), unsigned ? Long.divideUnsigned(x, y) : x / y, unsigned);
      case "%" ->
          Constant.integer(a.at(), unsigned ? Long.remainderUnsigned(x, y) : x % y, unsigned);
      case "<<" -> Constant.integer(a.at(), x << y, a.unsigned());
      case ">>" -> Constant.integer(a.at(), a.unsigned() ? x >>> y : x >> y, a.unsigned());
      case "&" -> Constant.integer(a.at(), x & y, unsigned);
      case "|" -> Constant.integer(a.at(), x | y, unsigned);
      case "^" -> Constant.integer(a.at(), x ^ y, unsigned);
      case "<" -> Constant.truth(a.at(), order < 0);
      case ">" -> Constant.truth(a.at(), order > 0);
      case "<=" -> Constant.truth(a.at(), order <= 0);
      case ">=" -> Constant.truth(a.at(), order >= 0);
      case "==" -> Constant.truth(a.at(), order == 0);
      case "!=" -> Constant.truth(a.at(), order != 0);
      default -> throw new IllegalArgumentException(operator);
    };
  }
}
