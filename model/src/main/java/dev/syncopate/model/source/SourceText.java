package dev.syncopate.model.source;

import dev.syncopate.sim.text.NotTextException;
import dev.syncopate.sim.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A text with its name.
 *
 * @param name what messages call it, usually a file's path
 * @param text all of it
 */
public record SourceText(String name, String text) {
  private static final int LONGEST_LINE_SHOWN = 160;

  /**
   * The text of a file.
   *
   * @throws IOException if the file cannot be read
   * @throws SourceException where it is no text in UTF-8
   */
  public static SourceText read(Path file) throws IOException {
    try {
      return new SourceText(file.toString(), TextFile.read(file));
    } catch (NotTextException e) {
      throw new SourceException(
          String.valueOf(e.getMessage()), Math.toIntExact(e.line()), e.column());
    }
  }

  /** The line of an offset, from 1. */
  public int line(int offset) {
    int line = 1;
    for (int i = 0; i < Math.min(offset, text.length()); i++) {
      if (text.charAt(i) == '\n') {
        line++;
      }
    }
    return line;
  }

  /** The column of an offset in its line, from 1. */
  public int column(int offset) {
    return Math.min(offset, text.length()) - lineStart(offset) + 1;
  }

  /** The error that {@code foundText} stands where {@code expected} should. */
  public SourceException unexpected(int offset, String foundText, String expected) {
    return error(offset, "found " + foundText + ", expected " + expected);
  }

  /** An exception that says what is wrong at a place, and shows the line with a caret below it. */
  public SourceException error(int offset, String problem) {
    int column = column(offset);
    int start = lineStart(offset);
    int newline = text.indexOf('\n', start);
    int end = newline < 0 ? text.length() : newline;
    // A window of very long lines, so that the caret stays in sight.
    int shownStart = Math.max(start, start + column - 1 - LONGEST_LINE_SHOWN / 2);
    String shown =
        text.substring(
            shownStart, Math.max(shownStart, Math.min(end, shownStart + LONGEST_LINE_SHOWN)));
    String message =
        name
            + ":"
            + line(offset)
            + ":"
            + column
            + ": "
            + problem
            + "\n  "
            + shown.replace('\t', ' ').stripTrailing()
            + "\n  "
            + " ".repeat(start + column - 1 - shownStart)
            + "^";
    return new SourceException(message, line(offset), column);
  }

  /**
   * A place in the short form for messages that name two places: {@code 5:3}, its line and column.
   */
  public String place(int offset) {
    return line(offset) + ":" + column(offset);
  }

  private int lineStart(int offset) {
    return offset == 0 ? 0 : text.lastIndexOf('\n', Math.min(offset, text.length()) - 1) + 1;
  }
}
