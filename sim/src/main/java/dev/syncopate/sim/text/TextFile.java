package dev.syncopate.sim.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads whole text files. They are in UTF-8, with or without a byte order mark. */
public final class TextFile {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final int LONGEST_LINE_SHOWN = 160;

  private TextFile() {}

  /**
   * The text of a file, without its byte order mark.
   *
   * @throws IOException if the file cannot be read
   * @throws NotTextException where it is no text in UTF-8
   */
  public static String read(Path file) throws IOException {
    return text(file.toString(), Files.readAllBytes(file));
  }

  /**
   * The same of a file that was read.
   *
   * @param name the file's, for messages
   * @throws NotTextException where it is no text in UTF-8
   */
  public static String text(String name, byte[] bytes) {
    Utf8 decoded = Utf8.of(bytes, 0, bytes.length);
    String text = decoded.text();
    if (decoded.isWrong()) {
      int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
      int start = text.lastIndexOf('\n') + 1;
      int wrong = decoded.wrong();
      throw new NotTextException(
          name,
          line,
          text.codePointCount(start, text.length()) + 1,
          bytes[wrong],
          wrong + 1L,
          shown(text.substring(start), bytes, wrong));
    }
    return withoutMark(text);
  }

  /** The same of a file whose reader says what it makes of other bytes: {@link Utf8#tolerant}. */
  public static String tolerant(byte[] bytes) {
    return withoutMark(Utf8.tolerant(bytes));
  }

  private static String withoutMark(String text) {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  /** The wrong byte's line, a replacement character in its place, and a caret below it. */
  private static String shown(String prefix, byte[] bytes, int wrong) {
    // What comes after is shown as far as it is text itself.
    int end = wrong + 1;
    while (end < bytes.length && bytes[end] != '\n' && end - wrong < LONGEST_LINE_SHOWN / 2) {
      end++;
    }
    String suffix = Utf8.of(bytes, wrong + 1, end).text();
    String head = prefix.substring(Math.max(0, prefix.length() - LONGEST_LINE_SHOWN / 2));
    String line = (head + '\uFFFD' + suffix).replace('\t', ' ').replace('\r', ' ').stripTrailing();
    return "\n  " + line + "\n  " + " ".repeat(head.codePointCount(0, head.length())) + "^";
  }
}
