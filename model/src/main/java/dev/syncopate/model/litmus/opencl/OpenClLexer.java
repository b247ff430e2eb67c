package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Lexer of OpenCL C litmus tests. {@code (*} begins a comment outside of functions, and is a
 * bracket and a dereference inside them.
 */
final class OpenClLexer {
  private static final List<String> LONG_SYMBOLS =
      List.of("/\\", "\\/", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=");
  private static final String SYMBOLS = "{}()[]<>=;:,.@&|^~!+-*/";

  private final SourceText source;
  private final String text;
  private int next;

  /** Nesting of braces, and whether the first block, the initial values, is closed. */
  private int depth;

  private boolean inFunctions;

  private OpenClLexer(SourceText source, int start) {
    this.source = source;
    this.text = source.text();
    this.next = start;
  }

  /** The tokens from an offset on, the last of kind {@code END}. */
  static List<Token> cut(SourceText source, int start) {
    OpenClLexer lexer = new OpenClLexer(source, start);
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
    if (isWord(c)) {
      while (next < text.length() && isWord(text.charAt(next))) {
        next++;
      }
      Token.Kind kind = c >= '0' && c <= '9' ? Token.Kind.NUMBER : Token.Kind.NAME;
      return new Token(kind, text.substring(start, next), start);
    }
    for (String symbol : LONG_SYMBOLS) {
      if (text.startsWith(symbol, start)) {
        next += symbol.length();
        return new Token(Token.Kind.SYMBOL, symbol, start);
      }
    }
    if (SYMBOLS.indexOf(c) < 0) {
      throw source.error(start, "an OpenCL C litmus test has no character `" + c + "`");
    }
    next++;
    if (c == '{') {
      depth++;
    } else if (c == '}' && --depth == 0) {
      inFunctions = true;
    }
    return new Token(Token.Kind.SYMBOL, String.valueOf(c), start);
  }

  private void skip() {
    while (next < text.length()) {
      if (Character.isWhitespace(text.charAt(next))) {
        next++;
      } else if (text.startsWith("//", next)) {
        int end = text.indexOf('\n', next);
        next = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", next)) {
        skipTo("*/");
      } else if (text.startsWith("(*", next) && !(inFunctions && depth > 0)) {
        skipTo("*)");
      } else {
        return;
      }
    }
  }

  private void skipTo(String close) {
    int end = text.indexOf(close, next + 2);
    if (end < 0) {
      throw source.unexpected(next, "a comment that does not end", "`" + close + "`");
    }
    next = end + 2;
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
