package dev.syncopate.sim.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Bytes as characters.
 *
 * @param text the characters, up to the first byte that begins none
 * @param wrong the index of that byte, or -1
 */
public record Utf8(String text, int wrong) {
  /** Decodes some bytes. A character that is cut off at their end is none. */
  public static Utf8 of(byte[] bytes, int from, int to) {
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    CharBuffer out = CharBuffer.allocate(to - from);
    boolean wrong = StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError();
    return new Utf8(out.flip().toString(), wrong ? in.position() : -1);
  }

  /** Whether some byte begins no character. */
  public boolean isWrong() {
    return wrong >= 0;
  }
}
