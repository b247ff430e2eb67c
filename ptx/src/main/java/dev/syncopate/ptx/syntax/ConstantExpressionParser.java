package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import org.jspecify.annotations.Nullable;

/** Parses and evaluates constant expressions, whose operators are those of C. */
final class ConstantExpressionParser {
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

  ConstantExpressionParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /** A whole expression. */
  Constant parse() {
    Constant condition = binary(0);
    if (!tokens.accept('?')) {
      return condition;
    }
    enter();
    Constant consequent = parse();
    tokens.expect(':');
    Constant otherwise = parse();
    depth--;
    return isTrue(condition) ? consequent : otherwise;
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
    Constant leftOperand = binary(level + 1);
    for (String operator = operator(level); operator != null; operator = operator(level)) {
      for (int i = 0; i < operator.length(); i++) {
        tokens.lexer.advance();
      }
      leftOperand = combine(operator, leftOperand, binary(level + 1));
    }
    return leftOperand;
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
    int sourceOffset = tokens.at();
    if (tokens.accept('-')) {
      return deeper(sourceOffset).negated();
    }
    if (tokens.accept('+')) {
      return deeper(sourceOffset);
    }
    if (tokens.accept('~')) {
      Constant operand = integer(deeper(sourceOffset));
      return Constant.integer(sourceOffset, ~operand.bits(), operand.unsigned());
    }
    if (tokens.accept('!')) {
      return Constant.truth(sourceOffset, !isTrue(deeper(sourceOffset)));
    }
    return primary();
  }

  private Constant deeper(int sourceOffset) {
    enter();
    Constant operand = unary();
    depth--;
    if (operand.symbol() != null) {
      throw tokens.source.unexpected(
          sourceOffset, "an operator on an address", "an address plus a number");
    }
    return operand;
  }

  private Constant primary() {
    int sourceOffset = tokens.at();
    Lexer lexer = tokens.lexer;
    Constant literal =
        switch (lexer.kind) {
          case INTEGER -> Constant.integer(sourceOffset, lexer.bits, lexer.unsigned);
          case SINGLE -> new Constant(sourceOffset, Form.SINGLE, lexer.bits, false, null, false);
          case DOUBLE -> new Constant(sourceOffset, Form.DOUBLE, lexer.bits, false, null, false);
          default -> null;
        };
    if (literal != null) {
      lexer.advance();
      return literal;
    }
    if (tokens.is(TokenKind.NAME)) {
      return symbol(sourceOffset);
    }
    if (tokens.accept('(')) {
      return parenthesised(sourceOffset);
    }
    throw tokens.unexpected("a number or a name");
  }

  private Constant symbol(int sourceOffset) {
    String name = tokens.expectName("a name");
    if (name.equals("generic") && tokens.accept('(')) {
      String inner = tokens.expectName("a variable");
      tokens.expect(')');
      return new Constant(sourceOffset, Form.INTEGER, 0, false, inner, true);
    }
    return new Constant(sourceOffset, Form.INTEGER, 0, false, name, false);
  }

  private Constant parenthesised(int sourceOffset) {
    enter();
    Constant value;
    if (tokens.is(TokenKind.DOTTED)) {
      boolean unsigned = tokens.isDotted("u64");
      if (!unsigned && !tokens.isDotted("s64")) {
        throw tokens.unexpected("`.s64` or `.u64`");
      }
      tokens.lexer.advance();
      tokens.expect(')');
      value = Constant.integer(sourceOffset, integer(deeper(sourceOffset)).bits(), unsigned);
    } else {
      value = parse();
      tokens.expect(')');
    }
    depth--;
    return value;
  }

  private Constant integer(Constant value) {
    if (!value.isInteger()) {
      throw tokens.source.unexpected(
          value.sourceOffset(), "a number that is no integer", "an integer");
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
      return Constant.truth(a.sourceOffset(), isTrue(a) && isTrue(b));
    }
    if (operator.equals("||")) {
      return Constant.truth(a.sourceOffset(), isTrue(a) || isTrue(b));
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
        a.sourceOffset(), "`" + operator + "` on an address", "an address plus a number");
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
        return Constant.truth(a.sourceOffset(), x < y);
      }
      case ">" -> {
        return Constant.truth(a.sourceOffset(), x > y);
      }
      case "<=" -> {
        return Constant.truth(a.sourceOffset(), x <= y);
      }
      case ">=" -> {
        return Constant.truth(a.sourceOffset(), x >= y);
      }
      case "==" -> {
        return Constant.truth(a.sourceOffset(), x == y);
      }
      case "!=" -> {
        return Constant.truth(a.sourceOffset(), x != y);
      }
      default ->
          throw tokens.source.unexpected(
              a.sourceOffset(), "`" + operator + "` on numbers that are no integers", "integers");
    }
    return new Constant(
        a.sourceOffset(), Form.DOUBLE, Double.doubleToRawLongBits(result), false, null, false);
  }

  private Constant combineIntegers(String operator, Constant a, Constant b) {
    boolean unsigned = a.unsigned() || b.unsigned();
    long x = a.bits();
    long y = b.bits();
    if (y == 0 && (operator.equals("/") || operator.equals("%"))) {
      throw tokens.source.unexpected(b.sourceOffset(), "a division by zero", "another divisor");
    }
    int order = unsigned ? Long.compareUnsigned(x, y) : Long.compare(x, y);
    return switch (operator) {
      case "+" -> Constant.integer(a.sourceOffset(), x + y, unsigned);
      case "-" -> Constant.integer(a.sourceOffset(), x - y, unsigned);
      case "*" -> Constant.integer(a.sourceOffset(), x * y, unsigned);
      case "/" ->
          Constant.integer(
              a.sourceOffset(), unsigned ? Long.divideUnsigned(x, y) : x / y, unsigned);
      case "%" ->
          Constant.integer(
              a.sourceOffset(), unsigned ? Long.remainderUnsigned(x, y) : x % y, unsigned);
      case "<<" -> Constant.integer(a.sourceOffset(), x << y, a.unsigned());
      case ">>" ->
          Constant.integer(a.sourceOffset(), a.unsigned() ? x >>> y : x >> y, a.unsigned());
      case "&" -> Constant.integer(a.sourceOffset(), x & y, unsigned);
      case "|" -> Constant.integer(a.sourceOffset(), x | y, unsigned);
      case "^" -> Constant.integer(a.sourceOffset(), x ^ y, unsigned);
      case "<" -> Constant.truth(a.sourceOffset(), order < 0);
      case ">" -> Constant.truth(a.sourceOffset(), order > 0);
      case "<=" -> Constant.truth(a.sourceOffset(), order <= 0);
      case ">=" -> Constant.truth(a.sourceOffset(), order >= 0);
      case "==" -> Constant.truth(a.sourceOffset(), order == 0);
      case "!=" -> Constant.truth(a.sourceOffset(), order != 0);
      default -> throw new IllegalArgumentException(operator);
    };
  }
}
