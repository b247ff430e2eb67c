package dev.syncopate.sim.text;

import java.util.Locale;

/**
 * A file that is no text in UTF-8. The message is for the person who has the file: its name, line
 * and column, the byte that was found there, and what was expected.
 */
public final class NotTextException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long line;
  private final int column;

  /**
   * @param name the file's
   * @param line of the byte, from 1
   * @param column of the byte in its line, in characters from 1
   * @param wrong the byte
   * @param number the byte's in the file, from 1
   * @param shown the line, with a caret below the byte; empty where it is not at hand
   */
  public NotTextException(
      String name, long line, int column, byte wrong, long number, String shown) {
    super(
        String.format(
            Locale.ROOT,
            "%s:%d:%d: found byte 0x%02x, number %,d of the file, expected text in UTF-8%s",
            name,
            line,
            column,
            wrong,
            number,
            shown));
    this.line = line;
    this.column = column;
  }

  /** The line of the byte, from 1. */
  public long line() {
    return line;
  }

  /** The column of the byte, in characters from 1. */
  public int column() {
    return column;
  }
}
