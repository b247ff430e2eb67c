package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.source.PtxSource;

/**
 * Cuts a PTX text into words, one at a time (PTX ISA, "Syntax"). After {@link #advance} the fields
 * describe the current word.
 */
final class Lexer {
  final PtxSource source;
  private final String text;
  private int next;

  /** The current word: its kind, and where it starts and ends in the text. */
  TokenKind kind = TokenKind.END;

  int start;
  int end;

  /** Value of an integer, or bits of a {@code SINGLE} (32) or {@code DOUBLE} (64). */
  long bits;

  /** Whether an integer is of type {@code .u64}: it ends in U or does not fit {@code .s64}. */
  boolean unsigned;

  /** The character of a {@code SYMBOL}. */
  char symbol;

  Lexer(PtxSource source) {
    this.source = source;
    this.text = source.text();
    advance();
  }

  /** The current word; without its dot for {@code DOTTED}. */
  String word() {
    return text.substring(kind == TokenKind.DOTTED ? start + 1 : start, end);
  }

  boolean isSymbol(char c) {
    return kind == TokenKind.SYMBOL && symbol == c;
  }

  /** Whether the current word is the dot and {@code name}. */
  boolean isDotted(String name) {
    return kind == TokenKind.DOTTED
        && end - start - 1 == name.length()
        && text.startsWith(name, start + 1);
  }

  /** Whether {@code c} follows the current word at once. */
  boolean touches(char c) {
    return end < text.length() && text.charAt(end) == c;
  }

  /** Goes to the next word. */
  void advance() {
    skipBlanks();
    start = next;
    if (next == text.length()) {
      kind = TokenKind.END;
      end = next;
      return;
    }
    char c = text.charAt(next);
    if (isNameStart(c) || (c == '%' && next + 1 < text.length() && isNameStart(at(next + 1)))) {
      kind = TokenKind.NAME;
      next = nameEnd(next + 1);
    } else if (c == '.' && isNamePart(at(next + 1))) {
      dotted();
    } else if (isDigit(c)) {
      number();
    } else if (c == '"') {
      string();
    } else {
      int stray = PtxSource.strayByte(c);
      if (stray >= 0) {
        throw source.unexpected(
            next, "byte 0x" + Integer.toHexString(stray), "text in UTF-8, but in comments");
      }
      kind = TokenKind.SYMBOL;
      symbol = c;
      next++;
    }
    end = next;
  }

  private void skipBlanks() {
    while (next < text.length()) {
      char c = text.charAt(next);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
        next++;
      } else if (c == '/' && at(next + 1) == '/') {
        int newline = text.indexOf('\n', next);
        next = newline < 0 ? text.length() : newline;
      } else if (c == '/' && at(next + 1) == '*') {
        int close = text.indexOf("*/", next + 2);
        if (close < 0) {
          throw source.unexpected(next, "a comment that does not end", "`*/`");
        }
        next = close + 2;
      } else {
        return;
      }
    }
  }

  private void dotted() {
    kind = TokenKind.DOTTED;
    next = nameEnd(next + 1);
    // .shared::cta, .L2::128B
    while (at(next) == ':' && at(next + 1) == ':' && isNamePart(at(next + 2))) {
      next = nameEnd(next + 2);
    }
  }

  private void string() {
    kind = TokenKind.STRING;
    int close = next + 1;
    while (at(close) != '"') {
      if (close >= text.length() || at(close) == '\n') {
        throw source.unexpected(start, "a string that does not end", "`\"`");
      }
      close += at(close) == '\\' ? 2 : 1;
    }
    next = close + 1;
  }

  private void number() {
    char second = Character.toLowerCase(at(next + 1));
    boolean prefixed = at(next) == '0';
    if (prefixed && second == 'f') {
      kind = TokenKind.SINGLE;
      bits = exactBits(8);
    } else if (prefixed && second == 'd') {
      kind = TokenKind.DOUBLE;
      bits = exactBits(16);
    } else if (prefixed && second == 'x') {
      next += 2;
      integer(16);
    } else if (prefixed && second == 'b') {
      next += 2;
      integer(2);
    } else if (isDecimalFraction()) {
      decimal();
    } else if (prefixed && isDigit(second)) {
      next++;
      integer(8);
    } else {
      integer(10);
    }
    if (isNamePart(at(next))) {
      throw source.unexpected(start, "`" + text.substring(start, nameEnd(next)) + "`", "a number");
    }
  }

  private boolean isDecimalFraction() {
    int i = next;
    while (isDigit(at(i))) {
      i++;
    }
    char c = at(i);
    return (c == '.' && isDigit(at(i + 1))) || c == 'e' || c == 'E';
  }

  private void decimal() {
    kind = TokenKind.DOUBLE;
    int i = next;
    while (isDigit(at(i)) || at(i) == '.') {
      i++;
    }
    if (at(i) == 'e' || at(i) == 'E') {
      i += at(i + 1) == '+' || at(i + 1) == '-' ? 2 : 1;
      while (isDigit(at(i))) {
        i++;
      }
    }
    try {
      bits = Double.doubleToRawLongBits(Double.parseDouble(text.substring(next, i)));
    } catch (NumberFormatException e) {
      throw source.unexpected(start, "`" + text.substring(start, i) + "`", "a number");
    }
    next = i;
  }

  /** The digits of {@code 0f} and {@code 0d} literals, which have a fixed number of them. */
  private long exactBits(int digits) {
    long value = 0;
    next += 2;
    for (int i = 0; i < digits; i++) {
      int digit = Character.digit(at(next), 16);
      if (digit < 0) {
        throw source.unexpected(
            start, "`" + text.substring(start, next) + "`", digits + " hexadecimal digits");
      }
      value = (value << 4) | digit;
      next++;
    }
    return value;
  }

  private void integer(int radix) {
    kind = TokenKind.INTEGER;
    long value = 0;
    int first = next;
    long limit = Long.divideUnsigned(-1L, radix);
    for (int digit = Character.digit(at(next), radix);
        digit >= 0;
        digit = Character.digit(at(next), radix)) {
      if (Long.compareUnsigned(value, limit) > 0
          || (value == limit && Long.compareUnsigned(value * radix + digit, value) < 0)) {
        throw source.unexpected(
            start, "an integer of more than 64 bits", "one that fits into 64 bits");
      }
      value = value * radix + digit;
      next++;
    }
    if (next == first && radix != 8) {
      throw source.unexpected(start, "`" + text.substring(start, next) + "`", "digits");
    }
    unsigned = value < 0;
    if (at(next) == 'U') {
      unsigned = true;
      next++;
    }
    bits = value;
  }

  private int nameEnd(int start) {
    int i = start;
    while (i < text.length() && isNamePart(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The character at an index, or NUL beyond the end. */
  private char at(int index) {
    return index < text.length() ? text.charAt(index) : '\0';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
  }
}
