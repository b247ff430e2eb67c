package dev.syncopate.model.litmus;

import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Token;
import java.util.ArrayList;
import java.util.List;

/** Cuts a litmus test into words. */
final class LitmusLexer {
  private static final List<String> LONG_SYMBOLS = List.of("/\\", "\\/", "==", "!=", "<=", ">=");
  private static final String SYMBOLS = "{}()[]<>=;:,.|@&~-";

  private final SourceText source;
  private final String text;
  private int next;

  private LitmusLexer(SourceText source, int start) {
    this.source = source;
    this.text = source.text();
    this.next = start;
  }

  /** The words from an offset on, and one for the end. */
  static List<Token> cut(SourceText source, int start) {
    LitmusLexer lexer = new LitmusLexer(source, start);
    List<Token> tokens = new ArrayList<>();
    do {
      tokens.add(lexer.token());
    } while (tokens.getLast().kind() != Token.Kind.END);
    return tokens;
  }

  private Token token() {
    skip();
    int start = next;
    if (start == text.length()) {
      return new Token(Token.Kind.END, "", start);
    }
    char c = text.charAt(start);
    if (isLetter(c) || isDigit(c) || startsRegister(start)) {
      next++;
      while (next < text.length() && (isLetter(text.charAt(next)) || isDigit(text.charAt(next)))) {
        next++;
      }
      Token.Kind kind = isDigit(c) ? Token.Kind.NUMBER : Token.Kind.NAME;
      return new Token(kind, text.substring(start, next), start);
    }
    for (String symbol : LONG_SYMBOLS) {
      if (text.startsWith(symbol, start)) {
        next += symbol.length();
        return new Token(Token.Kind.SYMBOL, symbol, start);
      }
    }
    if (SYMBOLS.indexOf(c) < 0) {
      throw source.error(start, "a litmus test has no character `" + c + "`");
    }
    next++;
    return new Token(Token.Kind.SYMBOL, String.valueOf(c), start);
  }

  private void skip() {
    while (next < text.length()) {
      if (Character.isWhitespace(text.charAt(next))) {
        next++;
      } else if (text.startsWith("(*", next)) {
        skipTo("*)", "a comment");
      } else if (text.startsWith("<<", next)) {
        skipTo(">>", "a `<<`");
      } else {
        return;
      }
    }
  }

  private void skipTo(String close, String description) {
    int end = text.indexOf(close, next + 2);
    if (end < 0) {
      throw source.unexpected(next, description + " that does not end", "`" + close + "`");
    }
    next = end + 2;
  }

  /** Registers of generated tests in LISA are {@code %T1}. */
  private boolean startsRegister(int start) {
    return text.charAt(start) == '%'
        && start + 1 < text.length()
        && isLetter(text.charAt(start + 1));
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
