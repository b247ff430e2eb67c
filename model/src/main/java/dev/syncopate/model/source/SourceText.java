package dev.syncopate.model.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text with its name.
 *
 * @param name what messages call it, usually a file's path
 * @param text all of it
 */
public record SourceText(String name, String text) {
  private static final int LONGEST_LINE_SHOWN = 160;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /**
   * The text of a file.
   *
   * @throws IOException if the file cannot be read
   * @throws SourceException where it is no text in UTF-8
   */
  public static SourceText read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    if (result.isError()) {
      // What is shown has a replacement character in the place of each such byte.
      String shown = new String(bytes, StandardCharsets.UTF_8);
      throw new SourceText(file.toString(), shown)
          .error(
              out.position(),
              "found byte 0x%02x, number %,d of the file, expected text in UTF-8"
                  .formatted(bytes[in.position()], in.position() + 1));
    }
    String text = out.flip().toString();
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return new SourceText(file.toString(), marked ? text.substring(1) : text);
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

  /** The error that {@code found} stands where {@code expected} should. */
  public SourceException unexpected(int offset, String found, String expected) {
    return error(offset, "found " + found + ", expected " + expected);
  }

  /** An exception that says what is wrong at a place, and shows the line with a caret below it. */
  public SourceException error(int offset, String problem) {
    int column = column(offset);
    int start = lineStart(offset);
    int newline = text.indexOf('\n', start);
    int end = newline < 0 ? text.length() : newline;
    // A window of very long lines, so that the caret stays in sight.
    int from = Math.max(start, start + column - 1 - LONGEST_LINE_SHOWN / 2);
    String shown = text.substring(from, Math.max(from, Math.min(end, from + LONGEST_LINE_SHOWN)));
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
            + " ".repeat(start + column - 1 - from)
            + "^";
    return new SourceException(message, line(offset), column);
  }

  private int lineStart(int offset) {
    return offset == 0 ? 0 : text.lastIndexOf('\n', Math.min(offset, text.length()) - 1) + 1;
  }
}
