package dev.syncopate.workload.graph;

import dev.syncopate.sim.config.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Streams a text file as lines of tokens, without making strings of them, and knows the line for
 * every error. Blanks are spaces, tabs, carriage returns and, if asked for, commas.
 */
final class TextSource {
  private static final int END = -1;
  private static final int TOKEN_SHOWN = 40;

  private final String file;
  private final InputStream stream;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private long line;
  private boolean commasAreBlank;

  /** The token read last; longer ones are cut, which no number that fits its range is. */
  private final byte[] token = new byte[400];

  private int tokenLength;

  TextSource(String file, InputStream stream) {
    this.file = file;
    this.stream = stream;
  }

  /** From now on commas separate as blanks do. */
  void separateAtCommas() {
    commasAreBlank = true;
  }

  /** Number of the current line, from 1. */
  long line() {
    return line;
  }

  /**
   * Goes to the start of the next line; false if the file has no more. A last line break starts no
   * line.
   */
  boolean nextLine() {
    if (line > 0) {
      int c = next();
      while (c != '\n' && c != END) {
        c = next();
      }
    }
    if (peek() == END) {
      return false;
    }
    line++;
    return true;
  }

  /**
   * The next character of this line that is not blank, without taking it; -1 at the end of the
   * line.
   */
  int first() {
    int c = peek();
    while (c == ' ' || c == '\t' || c == '\r' || (c == ',' && commasAreBlank)) {
      position++;
      c = peek();
    }
    return c == '\n' ? END : c;
  }

  boolean endOfLine() {
    return first() == END;
  }

  /** Takes the next token, which must be a whole number between {@code min} and {@code max}. */
  int whole(String expected, int min, int max) {
    take(expected);
    int digitIndex = token[0] == '-' || token[0] == '+' ? 1 : 0;
    boolean number = digitIndex < tokenLength;
    long value = 0;
    for (; digitIndex < tokenLength; digitIndex++) {
      int digit = token[digitIndex] - '0';
      if (digit < 0 || digit > 9) {
        number = false;
        break;
      }
      value = Math.min(10 * value + digit, 1L << 40);
    }
    value = token[0] == '-' ? -value : value;
    if (!number || value < min || value > max) {
      throw unexpected(expected + " from " + min + " to " + max);
    }
    return (int) value;
  }

  /** Takes the next token, which must be a finite decimal number. */
  double real(String expected) {
    take(expected);
    boolean decimal = tokenLength < token.length;
    for (int i = 0; i < tokenLength; i++) {
      int c = token[i];
      decimal &= (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
    }
    if (decimal) {
      try {
        double value = Double.parseDouble(text());
        if (Double.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) {
        // reported below like every other thing that is not a number
      }
    }
    throw unexpected(expected);
  }

  /** Takes the next token, in lower case. */
  String word(String expected) {
    take(expected);
    return text().toLowerCase(Locale.ROOT);
  }

  /** The rest of the line, not taken further than its line break. */
  String rest() {
    StringBuilder text = new StringBuilder();
    for (int c = peek(); c != '\n' && c != END; c = peek()) {
      position++;
      if (text.length() < 1000) {
        text.append((char) c);
      }
    }
    return text.toString();
  }

  /** Nothing but blanks may follow on this line. */
  void endLine() {
    if (!endOfLine()) {
      take("the end of the line");
      throw unexpected("the end of the line");
    }
  }

  /** An error about the token read last. */
  GraphFormatException unexpected(String expected) {
    return failure(quoted(), expected);
  }

  /** An error on this line. */
  GraphFormatException failure(String actual, String expected) {
    return new GraphFormatException(file, line, "found " + actual + ", expected " + expected);
  }

  private void take(String expected) {
    int c = first();
    if (c == END) {
      throw failure(peek() == END ? "the end of the file" : "the end of the line", expected);
    }
    tokenLength = 0;
    while (c > ' ' && !(c == ',' && commasAreBlank)) {
      if (tokenLength < token.length) {
        token[tokenLength++] = (byte) c;
      }
      position++;
      c = peek();
    }
    if (tokenLength == 0) {
      token[tokenLength++] = (byte) c;
      position++;
    }
  }

  private String text() {
    return new String(token, 0, tokenLength, StandardCharsets.ISO_8859_1);
  }

  private String quoted() {
    StringBuilder shown = new StringBuilder("'");
    for (int i = 0; i < Math.min(tokenLength, TOKEN_SHOWN); i++) {
      int c = token[i] & 0xff;
      if (c > ' ' && c < 0x7f) {
        shown.append((char) c);
      } else {
        shown.append(String.format(Locale.ROOT, "\\x%02x", c));
      }
    }
    return shown.append(tokenLength > TOKEN_SHOWN ? "…'" : "'").toString();
  }

  private int next() {
    int c = peek();
    position++;
    return c;
  }

  private int peek() {
    if (position < limit) {
      return buffer[position] & 0xff;
    }
    return fill() ? buffer[0] & 0xff : END;
  }

  private boolean fill() {
    try {
      int count = stream.read(buffer, 0, buffer.length);
      position = 0;
      limit = Math.max(0, count);
      return count > 0;
    } catch (IOException e) {
      throw new GraphFormatException(
          file, line, "found damaged data (" + FileErrors.reason(e) + "), expected a whole file");
    }
  }
}
