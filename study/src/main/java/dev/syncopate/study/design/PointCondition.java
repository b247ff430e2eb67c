package dev.syncopate.study.design;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Condition for the points of a design: comparisons of factors with values or other factors, joined
 * by {@code and}, {@code or}, {@code not} and parentheses, as in {@code protocol != phi or l1.size
 * <= 16KiB}. {@code in (a, b)} compares with each of several values. Numbers compare by value,
 * units of bytes, time and clocks included; anything else by its text, equal or not.
 */
final class PointCondition {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(==|!=|<=|>=|<|>|\\(|\\)|,|'[^']*'|\"[^\"]*\"|[^\\s()<>=!,'\"]+)");
  private static final Pattern NUMBER = Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z]*)");
  private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");

  private final String text;
  private final Predicate<String> isFactor;
  private final List<String> tokens = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>();
  private int next;

  /** An error in a condition: its column in the text, from 0, and what is wrong. */
  static final class SyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    final int column;

    SyntaxException(int column, String message) {
      super(message);
      this.column = column;
    }
  }

  /** Value of a point in a comparison. */
  private interface Operand {
    String in(Point point);
  }

  private PointCondition(String text, Predicate<String> isFactor) {
    this.text = text;
    this.isFactor = isFactor;
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (end < text.length() && matcher.find(end) && matcher.start() == end) {
      tokens.add(matcher.group(1));
      columns.add(matcher.start(1));
      end = matcher.end();
    }
    if (!text.substring(end).isBlank()) {
      throw new SyntaxException(
          end, "found '%s', expected a comparison".formatted(text.substring(end).strip()));
    }
  }

  /**
   * Reads a condition.
   *
   * @param isFactor whether a word is a factor of the design
   * @throws SyntaxException if the text is none
   */
  static Predicate<Point> parse(String text, Predicate<String> isFactor) {
    PointCondition condition = new PointCondition(text, isFactor);
    Predicate<Point> predicate = condition.or();
    if (condition.next < condition.tokens.size()) {
      throw condition.unexpected("'and', 'or' or the end");
    }
    return predicate;
  }

  private Predicate<Point> or() {
    Predicate<Point> left = and();
    while (take("or")) {
      left = left.or(and());
    }
    return left;
  }

  private Predicate<Point> and() {
    Predicate<Point> left = not();
    while (take("and")) {
      left = left.and(not());
    }
    return left;
  }

  private Predicate<Point> not() {
    if (take("not")) {
      return not().negate();
    }
    if (take("(")) {
      Predicate<Point> inside = or();
      expect(")");
      return inside;
    }
    return comparison();
  }

  private Predicate<Point> comparison() {
    int column = column();
    String name = word("a factor");
    if (!isFactor.test(name)) {
      throw new SyntaxException(
          column, "found '%s', expected a factor of this sweep".formatted(name));
    }
    Operand factor = point -> point.value(name);
    if (take("in")) {
      return isOneOf(factor);
    }
    if (next >= tokens.size() || !COMPARISONS.contains(tokens.get(next))) {
      throw unexpected("one of %s, in".formatted(String.join(", ", COMPARISONS)));
    }
    String comparison = tokens.get(next++);
    String right = word("a value or a factor");
    Operand operand = isFactor.test(right) ? point -> point.value(right) : _ -> unquoted(right);
    return point -> holds(comparison, factor.in(point), operand.in(point));
  }

  private Predicate<Point> isOneOf(Operand factor) {
    List<String> values = new ArrayList<>();
    expect("(");
    do {
      values.add(unquoted(word("a value")));
    } while (take(","));
    expect(")");
    return point -> values.stream().anyMatch(value -> holds("==", factor.in(point), value));
  }

  private static boolean holds(String comparison, String left, String right) {
    Optional<BigDecimal> first = number(left);
    Optional<BigDecimal> second = number(right);
    if (first.isPresent() && second.isPresent()) {
      int order = first.get().compareTo(second.get());
      return switch (comparison) {
        case "==" -> order == 0;
        case "!=" -> order != 0;
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order >= 0;
      };
    }
    return switch (comparison) {
      case "==" -> left.equals(right);
      case "!=" -> !left.equals(right);
      default -> false; // a word is neither more nor less than another
    };
  }

  /** A number in bytes, picoseconds or megahertz where it has a unit; empty for a word. */
  static Optional<BigDecimal> number(String text) {
    Matcher matcher = NUMBER.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(matcher.group(1));
    return switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
      case "", "b", "ps", "mhz", "aj" -> Optional.of(number);
      case "k", "ns", "ghz", "fj" -> Optional.of(number.scaleByPowerOfTen(3));
      case "m", "us", "pj" -> Optional.of(number.scaleByPowerOfTen(6));
      case "g", "nj" -> Optional.of(number.scaleByPowerOfTen(9));
      case "kib" -> Optional.of(number.multiply(BigDecimal.valueOf(1L << 10)));
      case "mib" -> Optional.of(number.multiply(BigDecimal.valueOf(1L << 20)));
      case "gib" -> Optional.of(number.multiply(BigDecimal.valueOf(1L << 30)));
      default -> Optional.empty();
    };
  }

  private static String unquoted(String word) {
    return word.startsWith("'") || word.startsWith("\"")
        ? word.substring(1, word.length() - 1)
        : word;
  }

  private boolean take(String token) {
    if (next < tokens.size() && tokens.get(next).equals(token)) {
      next++;
      return true;
    }
    return false;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw unexpected("'" + token + "'");
    }
  }

  private String word(String expected) {
    if (next >= tokens.size() || tokens.get(next).matches("==|!=|<=|>=|<|>|\\(|\\)|,")) {
      throw unexpected(expected);
    }
    return tokens.get(next++);
  }

  private SyntaxException unexpected(String expected) {
    String token = next < tokens.size() ? "'" + tokens.get(next) + "'" : "the end";
    return new SyntaxException(column(), "found %s, expected %s".formatted(token, expected));
  }

  private int column() {
    return next < columns.size() ? columns.get(next) : text.length();
  }
}
