package dev.syncopate.app.argument;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bitwise comparison of a buffer with its expected contents. */
public final class BufferDifference {
  private static final int SHOWN = 10;

  private BufferDifference() {}

  /**
   * @param type of elements
   * @param got what the buffer holds
   * @param expected as many bytes
   * @return one line for each of the first differences and one with their count; empty if there is
   *     none
   */
  public static String describe(ElementType type, byte[] got, byte[] expected) {
    return describe(type, got, expected, "expected");
  }

  /**
   * The same of a part of a buffer.
   *
   * @param first number of its first element
   */
  static String describe(ElementType type, byte[] got, byte[] expected, int first) {
    return describe(type, got, expected, "expected", first);
  }

  /**
   * The same.
   *
   * @param label what comes before an element of the second
   */
  public static String describe(ElementType type, byte[] got, byte[] expected, String label) {
    return describe(type, got, expected, label, 0);
  }

  private static String describe(
      ElementType type, byte[] got, byte[] expected, String label, int first) {
    ByteBuffer left = ByteBuffer.wrap(got).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer right = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
    int count = got.length / type.bytes();
    int different = 0;
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      long a = type.get(left, i);
      long b = type.get(right, i);
      if (a != b && different++ < SHOWN) {
        lines.append(
            "  [%d] got %s, %s %s\n"
                .formatted(first + i, format(type, a, b), label, format(type, b, a)));
      }
    }
    if (different == 0) {
      return "";
    }
    if (different > SHOWN) {
      lines.append("  ...\n");
    }
    return lines.append("  %d of %d elements differ\n".formatted(different, count)).toString();
  }

  /** Values that print alike (NaNs of different payloads) are told apart by their bits. */
  private static String format(ElementType type, long bits, long rivalBits) {
    String text = type.format(bits);
    return text.equals(type.format(rivalBits))
        ? text + " (0x" + Long.toHexString(bits) + ")"
        : text;
  }
}
