package dev.syncopate.model.source;

/**
 * A word of a text.
 *
 * @param kind what it is
 * @param text its letters; of a string without the quotes
 * @param offset where it starts
 */
public record Token(Kind kind, String text, int offset) {
  /** Kinds of words. */
  public enum Kind {
    /** A name or keyword. */
    NAME,
    /** A number, without a sign. */
    NUMBER,
    /** Text in quotes. */
    STRING,
    /** An operator or bracket. */
    SYMBOL,
    /** The end of the text. */
    END
  }

  /** Whether it is this operator, bracket or keyword. */
  public boolean is(String symbol) {
    return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(symbol);
  }

  /** How a message calls it. */
  public String described() {
    return switch (kind) {
      case END -> "the end of the file";
      case STRING -> "a string";
      case NAME, NUMBER, SYMBOL -> "`" + text + "`";
    };
  }
}
