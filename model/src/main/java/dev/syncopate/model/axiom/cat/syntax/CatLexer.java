package dev.syncopate.model.axiom.cat.syntax;

import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Token;
import java.util.ArrayList;
import java.util.List;

/** Cuts a model into words. */
final class CatLexer {
  private static final List<String> LONG_SYMBOLS =
      List.of("^-1", "^+", "^*", "^?", "->", "||", "++");
  private static final String SYMBOLS = "|;\\&*~+?()[]{}=,_0";

  private final SourceText source;
  private final String text;
  private int next;

  private CatLexer(SourceText source) {
    this.source = source;
    this.text = source.text();
  }

  /** The words, and one for the end. */
  static List<Token> cut(SourceText source) {
    CatLexer lexer = new CatLexer(source);
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
    if (c == '"') {
      int end = text.indexOf('"', start + 1);
      if (end < 0) {
        throw source.unexpected(start, "a string that does not end", "`\"`");
      }
      next = end + 1;
      return new Token(Token.Kind.STRING, text.substring(start + 1, end), start);
    }
    if (startsName(c) || startsTag(start)) {
      next++;
      while (next < text.length() && continuesName(text.charAt(next))) {
        next++;
      }
      String name = text.substring(start, next);
      return new Token(name.equals("_") ? Token.Kind.SYMBOL : Token.Kind.NAME, name, start);
    }
    for (String symbol : LONG_SYMBOLS) {
      if (text.startsWith(symbol, start)) {
        next += symbol.length();
        return new Token(Token.Kind.SYMBOL, symbol, start);
      }
    }
    if (SYMBOLS.indexOf(c) < 0) {
      throw source.error(start, "a cat model has no character `" + c + "`");
    }
    next++;
    return new Token(Token.Kind.SYMBOL, String.valueOf(c), start);
  }

  private void skip() {
    while (next < text.length()) {
      if (Character.isWhitespace(text.charAt(next))) {
        next++;
      } else if (text.startsWith("(*", next)) {
        skipComment();
      } else if (text.startsWith("/*", next)) {
        int end = text.indexOf("*/", next + 2);
        if (end < 0) {
          throw source.unexpected(next, "a comment that does not end", "`*/`");
        }
        next = end + 2;
      } else if (text.startsWith("//", next) || text.charAt(next) == '#') {
        int newline = text.indexOf('\n', next);
        next = newline < 0 ? text.length() : newline;
      } else {
        return;
      }
    }
  }

  /** Comments nest, so that a part of a model with comments can be commented out. */
  private void skipComment() {
    int start = next;
    int depth = 0;
    do {
      if (next >= text.length()) {
        throw source.unexpected(start, "a comment that does not end", "`*)`");
      } else if (text.startsWith("(*", next)) {
        depth++;
        next += 2;
      } else if (text.startsWith("*)", next)) {
        depth--;
        next += 2;
      } else {
        next++;
      }
    } while (depth > 0);
  }

  /** A tag is a name behind a quote: {@code 'wg}. */
  private boolean startsTag(int start) {
    return text.charAt(start) == '\''
        && start + 1 < text.length()
        && startsName(text.charAt(start + 1));
  }

  private static boolean startsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean continuesName(char c) {
    return startsName(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '\'';
  }
}
