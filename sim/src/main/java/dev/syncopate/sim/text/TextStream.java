package dev.syncopate.sim.text;

import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a text file that is too long to be read at once, each of them seen to be text in
 * UTF-8 before it is handed on.
 */
public final class TextStream extends InputStream {
  private static final int LEAST = 0x80;
  private static final int MOST = 0xbf;

  private final String name;
  private final InputStream input;

  /** Bytes that were read. */
  private long number;

  private long line = 1;

  /** Bytes before the line. */
  private long lineStart;

  /** Bytes of the line that only continue a character. */
  private long continuing;

  /** The bytes that are still missing of a character that was begun. */
  private int missing;

  /** What the next of these may be: Unicode's table 3-7 bounds the first of them. */
  private int low = LEAST;

  private int high = MOST;

  /** The character's first byte, its number, and its column. */
  private byte lead;

  private long leadNumber;
  private long leadColumn;

  /**
   * @param name the file's, for messages
   * @param input its bytes; not closed
   */
  public TextStream(String name, InputStream input) {
    this.name = name;
    this.input = input;
  }

  @Override
  public int read() throws IOException {
    byte[] buffer = new byte[1];
    return read(buffer, 0, 1) < 0 ? -1 : buffer[0] & 0xff;
  }

  /**
   * @throws NotTextException at the first byte that begins no character
   */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = input.read(bytes, offset, length);
    for (int i = offset; i < offset + count; i++) {
      byte next = bytes[i];
      number++;
      if (next < 0 || missing > 0) {
        beyondAscii(next);
      } else if (next == '\n') {
        line++;
        lineStart = number;
        continuing = 0;
      }
    }
    if (count < 0 && missing > 0) {
      throw wrong();
    }
    return count;
  }

  private void beyondAscii(byte next) {
    int value = next & 0xff;
    if (missing == 0) {
      lead = next;
      leadNumber = number;
      leadColumn = number - lineStart - continuing;
      begin(value);
      return;
    }
    if (value < low || value > high) {
      throw wrong();
    }
    missing--;
    continuing++;
    low = LEAST;
    high = MOST;
  }

  private void begin(int value) {
    if (value < 0xc2 || value > 0xf4) {
      throw wrong();
    }
    missing = value < 0xe0 ? 1 : value < 0xf0 ? 2 : 3;
    low = value == 0xe0 ? 0xa0 : value == 0xf0 ? 0x90 : LEAST;
    high = value == 0xed ? 0x9f : value == 0xf4 ? 0x8f : MOST;
  }

  private NotTextException wrong() {
    return new NotTextException(name, line, Math.toIntExact(leadColumn), lead, leadNumber, "");
  }
}
