package dev.syncopate.machine.device;

import dev.syncopate.memory.local.LittleEndian;
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
    int position = 0;
    StringBuilder text = new StringBuilder();
    while (position < format.length()) {
      char c = format.charAt(position++);
      if (c != '%') {
        text.append(c);
      } else if (position < format.length() && format.charAt(position) == '%') {
        text.append('%');
        position++;
      } else {
        pieces.add(text.toString());
        text.setLength(0);
        position = conversion(format, position);
      }
    }
    pieces.add(text.toString());
  }

  private int conversion(String format, int start) {
    int position = start;
    while (position < format.length() && "-+ #0".indexOf(format.charAt(position)) >= 0) {
      position++;
    }
    String flags = format.substring(start, position);
    int[] end = {position};
    int width = number(format, end);
    int precision = NONE;
    if (end[0] < format.length() && format.charAt(end[0]) == '.') {
      end[0]++;
      precision = Math.max(ARGUMENT, number(format, end));
      precision = precision == NONE ? 0 : precision;
    }
    position = end[0];
    int lengthStart = position;
    while (position < format.length() && "hljztL".indexOf(format.charAt(position)) >= 0) {
      position++;
    }
    String length = format.substring(lengthStart, position);
    if (position >= format.length()) {
      pieces.add(format.substring(start - 1));
      return position;
    }
    char letter = format.charAt(position++);
    int bytes = bytes(letter, length);
    if (bytes == 0) {
      pieces.add(format.substring(start - 1, position));
      return position;
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
    return position;
  }

  private static int number(String format, int[] cursor) {
    if (cursor[0] < format.length() && format.charAt(cursor[0]) == '*') {
      cursor[0]++;
      return ARGUMENT;
    }
    int value = NONE;
    while (cursor[0] < format.length() && Character.isDigit(format.charAt(cursor[0]))) {
      value = Math.min(10_000, Math.max(0, value) * 10 + format.charAt(cursor[0]++) - '0');
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
    int[] cursor = {0};
    int string = 0;
    for (Object piece : pieces) {
      if (piece instanceof Conversion conversion) {
        int width = given(conversion.width(), buffer, cursor);
        int precision = given(conversion.precision(), buffer, cursor);
        long value = next(buffer, cursor, conversion.bytes());
        String text = conversion.letter() == 's' ? strings.get(string++) : "";
        out.append(PrintConversion.convert(conversion, width, precision, value, text));
      } else {
        out.append(piece);
      }
    }
    return out.toString();
  }

  private static int given(int number, byte[] buffer, int[] cursor) {
    return number == ARGUMENT ? (int) next(buffer, cursor, 4) : number;
  }

  private static long next(byte[] buffer, int[] cursor, int bytes) {
    int offset = Math.ceilDiv(cursor[0], bytes) * bytes;
    cursor[0] = offset + bytes;
    return LittleEndian.get(buffer, offset, bytes);
  }
}
