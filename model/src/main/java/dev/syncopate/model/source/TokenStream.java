package dev.syncopate.model.source;

import java.util.List;

/** Words read one after the other. */
public final class TokenStream {
  private static final int DEEPEST = 200;

  private final SourceText source;
  private final List<Token> tokens;
  private int next;
  private int depth;

  /**
   * @param source where the words are from
   * @param tokens the words, the last one of kind {@code END}
   */
  public TokenStream(SourceText source, List<Token> tokens) {
    this.source = source;
    this.tokens = tokens;
  }

  /** The text that is read. */
  public SourceText source() {
    return source;
  }

  /** The next word, which stays the next. */
  public Token peek() {
    return tokens.get(next);
  }

  /** The word after the next. */
  public Token peekSecond() {
    return tokens.get(Math.min(next + 1, tokens.size() - 1));
  }

  /** The next word and all behind it. */
  public List<Token> remaining() {
    return tokens.subList(next, tokens.size());
  }

  /** Takes the next word. */
  public Token take() {
    Token token = tokens.get(next);
    if (token.kind() != Token.Kind.END) {
      next++;
    }
    return token;
  }

  /** Takes the next word if it is this one. */
  public boolean accept(String symbol) {
    if (peek().is(symbol)) {
      next++;
      return true;
    }
    return false;
  }

  /** Takes the next word, which must be this one. */
  public Token expect(String symbol) {
    if (!peek().is(symbol)) {
      throw unexpected("`" + symbol + "`");
    }
    return take();
  }

  /** Takes the next word, which must be of a kind that the message calls {@code expected}. */
  public Token expect(Token.Kind kind, String expected) {
    if (peek().kind() != kind) {
      throw unexpected(expected);
    }
    return take();
  }

  /** The error that the next word is not what it should be. */
  public SourceException unexpected(String expected) {
    return source.unexpected(peek().offset(), peek().described(), expected);
  }

  /** Goes one level down; refused where that is deeper than a stack should go. */
  public void enter() {
    if (++depth > DEEPEST) {
      throw source.error(peek().offset(), "nested more than " + DEEPEST + " deep");
    }
  }

  /** Comes one level up. */
  public void leave() {
    depth--;
  }
}
