package dev.syncopate.machine.device;

import dev.syncopate.machine.local.LittleEndian;
import java.util.ArrayList;
import java.util.List;

/**
 * A format of {@code printf} as device code uses it (CUDA C++ Programming Guide, "Formatted
 * Output"). Arguments lie in a buffer, each aligned to its size.
 */
final class PrintFormat {
  /**
   * A conversion.
   *
   * @param flags of {@code -+ #0}
   * @param width -1: none, -2: an argument
   * @param precision likewise
   * @param bytes of the argument, 0 for none
   */
  record Conversion(String flags, int width, int precision, char letter, int bytes) {}

  private static final int NONE = -1;
  private static final int ARGUMENT = -2;

  /** Text as String, conversions as Conversion, in order. */
  private final List<Object> pieces = new ArrayList<>();

  private final List<Integer> stringOffsets = new ArrayList<>();
  private int argumentBytes;
  private int arguments;

  PrintFormat(String format) {
    int at = 0;
    StringBuilder text = new StringBuilder();
    while (at < format.length()) {
      char c = format.charAt(at++);
      if (c != '%') {
        text.append(c);
      } else if (at < format.length() && format.charAt(at) == '%') {
        text.append('%');
        at++;
      } else {
        pieces.add(text.toString());
        text.setLength(0);
        at = conversion(format, at);
      }
    }
    pieces.add(text.toString());
  }

  private int conversion(String format, int start) {
    int at = start;
    while (at < format.length() && "-+ #0".indexOf(format.charAt(at)) >= 0) {
      at++;
    }
    String flags = format.substring(start, at);
    int[] end = {at};
    int width = number(format, end);
    int precision = NONE;
    if (end[0] < format.length() && format.charAt(end[0]) == '.') {
      end[0]++;
      precision = Math.max(ARGUMENT, number(format, end));
      precision = precision == NONE ? 0 : precision;
    }
    at = end[0];
    int lengthStart = at;
    while (at < format.length() && "hljztL".indexOf(format.charAt(at)) >= 0) {
      at++;
    }
    String length = format.substring(lengthStart, at);
    if (at >= format.length()) {
      pieces.add(format.substring(start - 1));
      return at;
    }
    char letter = format.charAt(at++);
    int bytes = bytes(letter, length);
    if (bytes == 0) {
      pieces.add(format.substring(start - 1, at));
      return at;
    }
    if (width == ARGUMENT) {
      reserve(4);
    }
    if (precision == ARGUMENT) {
      reserve(4);
    }
    int offset = reserve(bytes);
    if (letter == 's') {
      stringOffsets.add(offset);
    }
    pieces.add(new Conversion(flags, width, precision, letter, bytes));
    return at;
  }

  private static int number(String format, int[] at) {
    if (at[0] < format.length() && format.charAt(at[0]) == '*') {
      at[0]++;
      return ARGUMENT;
    }
    int value = NONE;
    while (at[0] < format.length() && Character.isDigit(format.charAt(at[0]))) {
      value = Math.min(10_000, Math.max(0, value) * 10 + format.charAt(at[0]++) - '0');
    }
    return value;
  }

  private static int bytes(char letter, String length) {
    return switch (letter) {
      case 'd', 'i', 'u', 'o', 'x', 'X' ->
          length.startsWith("l") || length.equals("j") || length.equals("z") || length.equals("t")
              ? 8
              : 4;
      case 'c' -> 4;
      case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A', 's', 'p' -> 8;
      default -> 0;
    };
  }

  private int reserve(int bytes) {
    int offset = Math.ceilDiv(argumentBytes, bytes) * bytes;
    argumentBytes = offset + bytes;
    arguments++;
    return offset;
  }

  /** Size of the buffer of arguments. */
  int argumentBytes() {
    return argumentBytes;
  }

  /** How many arguments there are. */
  int arguments() {
    return arguments;
  }

  /** How many of them are strings. */
  int strings() {
    return stringOffsets.size();
  }

  long stringAddress(byte[] buffer, int index) {
    return LittleEndian.get(buffer, stringOffsets.get(index), 8);
  }

  /** The text for a buffer of arguments and the strings among them. */
  String print(byte[] buffer, List<String> strings) {
    StringBuilder out = new StringBuilder();
    int[] at = {0};
    int string = 0;
    for (Object piece : pieces) {
      if (piece instanceof Conversion conversion) {
        int width = given(conversion.width(), buffer, at);
        int precision = given(conversion.precision(), buffer, at);
        long value = next(buffer, at, conversion.bytes());
        String text = conversion.letter() == 's' ? strings.get(string++) : "";
        out.append(PrintConversion.convert(conversion, width, precision, value, text));
      } else {
        out.append(piece);
      }
    }
    return out.toString();
  }

  private static int given(int number, byte[] buffer, int[] at) {
    return number == ARGUMENT ? (int) next(buffer, at, 4) : number;
  }

  private static long next(byte[] buffer, int[] at, int bytes) {
    int offset = Math.ceilDiv(at[0], bytes) * bytes;
    at[0] = offset + bytes;
    return LittleEndian.get(buffer, offset, bytes);
  }
}
