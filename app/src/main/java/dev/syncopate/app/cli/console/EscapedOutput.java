package dev.syncopate.app.cli.console;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Standard output or error in which control characters appear as escapes ({@code \}{@code u001b}):
 * names, titles and lines of input files reach the terminal as text, never as commands to it. The
 * escapes are those of JSON, so a document stays one. What is meant for the terminal as it is goes
 * to {@link #raw}: progress lines, and what a kernel prints.
 */
public final class EscapedOutput extends PrintWriter {
  private final PrintWriter raw;

  public EscapedOutput(PrintWriter raw) {
    super(new Escaping(raw), true);
    this.raw = raw;
  }

  /** The output without escaping; what was printed before is flushed to it. */
  public static PrintWriter raw(PrintWriter output) {
    if (output instanceof EscapedOutput escaped) {
      escaped.flush();
      return escaped.raw;
    }
    return output;
  }

  @Override
  public boolean checkError() {
    flush();
    return raw.checkError();
  }

  /** Whether a terminal could take a character for a command, or show others in another order. */
  private static boolean isControl(char c) {
    return switch (c) {
      case '\n', '\t' -> false;
      case '\r' -> !System.lineSeparator().contains("\r");
      default ->
          Character.isISOControl(c)
              || (c >= '\u202a' && c <= '\u202e')
              || (c >= '\u2066' && c <= '\u2069');
    };
  }

  /** Writes escapes in place of control characters. */
  private static final class Escaping extends Writer {
    private final PrintWriter target;

    Escaping(PrintWriter target) {
      this.target = target;
    }

    @Override
    public void write(char[] text, int offset, int count) {
      int written = offset;
      int end = offset + count;
      for (int i = offset; i < end; i++) {
        if (isControl(text[i])) {
          target.write(text, written, i - written);
          target.write("\\u%04x".formatted((int) text[i]));
          written = i + 1;
        }
      }
      target.write(text, written, end - written);
    }

    @Override
    public void flush() {
      target.flush();
    }

    @Override
    public void close() {
      target.close();
    }
  }
}
