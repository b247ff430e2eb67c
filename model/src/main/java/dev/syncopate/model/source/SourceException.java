package dev.syncopate.model.source;

/** A text is not what it should be. The message says file, line, column, what and where. */
public final class SourceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  SourceException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** The line, from 1. */
  public int line() {
    return line;
  }

  /** The column, from 1. */
  public int column() {
    return column;
  }
}
