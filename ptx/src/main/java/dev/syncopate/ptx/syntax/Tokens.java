package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.ptx.syntax.source.PtxSource;

/** The current word of a text with what a recursive-descent parser asks of it. */
final class Tokens {
  final PtxSource source;
  final Lexer lexer;

  Tokens(PtxSource source) {
    this.source = source;
    this.lexer = new Lexer(source);
  }

  /** Offset of the current word. */
  int at() {
    return lexer.start;
  }

  boolean is(TokenKind kind) {
    return lexer.kind == kind;
  }

  boolean is(char symbol) {
    return lexer.isSymbol(symbol);
  }

  boolean isDotted(String name) {
    return lexer.isDotted(name);
  }

  /** Steps over the symbol if it is the current word. */
  boolean accept(char symbol) {
    if (lexer.isSymbol(symbol)) {
      lexer.advance();
      return true;
    }
    return false;
  }

  boolean acceptDotted(String name) {
    if (lexer.isDotted(name)) {
      lexer.advance();
      return true;
    }
    return false;
  }

  void expect(char symbol) {
    if (!accept(symbol)) {
      throw unexpected("`" + symbol + "`");
    }
  }

  /** Steps over a name, which is {@code expected}. */
  String expectName(String expected) {
    return expectWord(TokenKind.NAME, expected);
  }

  /** Steps over a dotted word, which is {@code expected}; without the dot. */
  String expectDotted(String expected) {
    return expectWord(TokenKind.DOTTED, expected);
  }

  String expectWord(TokenKind kind, String expected) {
    if (lexer.kind != kind) {
      throw unexpected(expected);
    }
    String word = lexer.word();
    lexer.advance();
    return word;
  }

  /** Steps over an integer, which is {@code expected} and at least 0. */
  int expectCount(String expected) {
    if (lexer.kind != TokenKind.INTEGER || lexer.bits < 0 || lexer.bits > Integer.MAX_VALUE) {
      throw unexpected(expected);
    }
    int value = (int) lexer.bits;
    lexer.advance();
    return value;
  }

  /** Steps over the next semicolon. */
  void skipStatement() {
    while (!accept(';')) {
      if (is(TokenKind.END)) {
        throw unexpected("`;`");
      }
      lexer.advance();
    }
  }

  /** The error that the current word is not {@code expected}. */
  PtxException unexpected(String expected) {
    return source.unexpected(lexer.start, found(), expected);
  }

  /** The error that the current word is a feature of PTX that is not supported. */
  PtxException unsupported(UnsupportedFeatures.Feature feature) {
    String word = (is(TokenKind.DOTTED) ? "." : "") + lexer.word();
    return source.unsupported(lexer.start, word, feature.where(), feature.family());
  }

  /** The current word as a message shows it. */
  String found() {
    return switch (lexer.kind) {
      case END -> "the end of the file";
      case DOTTED -> "`." + lexer.word() + "`";
      default -> "`" + lexer.word() + "`";
    };
  }
}
