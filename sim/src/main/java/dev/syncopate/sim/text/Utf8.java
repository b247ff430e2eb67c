package dev.syncopate.sim.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Bytes as characters.
 *
 * @param text the characters, up to the first byte that begins none
 * @param wrong the index of that byte, or -1
 */
public record Utf8(String text, int wrong) {
  private static final char STRAY = '\uDC00';

  /** Decodes some bytes. A character that is cut off at their end is none. */
  public static Utf8 of(byte[] bytes, int start, int end) {
    ByteBuffer input = ByteBuffer.wrap(bytes, start, end - start);
    CharBuffer out = CharBuffer.allocate(end - start);
    boolean wrong = StandardCharsets.UTF_8.newDecoder().decode(input, out, true).isError();
    return new Utf8(out.flip().toString(), wrong ? input.position() : -1);
  }

  /**
   * Decodes all bytes. A byte {@code b} that begins no character becomes the one that {@code U+DC00
   * + b} is, which no text in UTF-8 holds by itself: who reads the text decides whether it matters
   * where it stands.
   */
  public static String tolerant(byte[] bytes) {
    ByteBuffer input = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    while (decoder.decode(input, out, true).isError()) {
      out.put((char) (STRAY + (input.get() & 0xff)));
      decoder.reset();
    }
    return out.flip().toString();
  }

  /** Whether some byte begins no character. */
  public boolean isWrong() {
    return wrong >= 0;
  }
}
