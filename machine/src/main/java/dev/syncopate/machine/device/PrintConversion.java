package dev.syncopate.machine.device;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** A conversion of {@code printf} with its value (C standard, "The fprintf function"). */
final class PrintConversion {
  private static final int DEFAULT_PRECISION = 6;

  private PrintConversion() {}

  /**
   * @param width of the field, less than zero: none, and if below -1 left-justified as in C
   * @param precision less than zero for none
   * @param value the argument's bits, zero-extended
   * @param string for {@code %s}
   */
  static String convert(
      PrintFormat.Conversion conversion, int width, int precision, long value, String string) {
    boolean leftAligned = conversion.flags().contains("-") || width < -1;
    boolean zeros = conversion.flags().contains("0") && !leftAligned;
    String body;
    String sign = "";
    boolean numeric = true;
    switch (conversion.letter()) {
      case 'd', 'i' -> {
        long number = conversion.bytes() == 4 ? (int) value : value;
        sign = sign(conversion.flags(), number < 0);
        body =
            digits(number < 0 ? Long.toUnsignedString(-number) : Long.toString(number), precision);
        zeros &= precision < 0;
      }
      case 'u' -> {
        body = digits(Long.toUnsignedString(value), precision);
        zeros &= precision < 0;
      }
      case 'o' -> {
        body = digits(Long.toOctalString(value), precision);
        body = conversion.flags().contains("#") && !body.startsWith("0") ? "0" + body : body;
        zeros &= precision < 0;
      }
      case 'x', 'X' -> {
        body = digits(Long.toHexString(value), precision);
        sign = conversion.flags().contains("#") && value != 0 ? "0x" : "";
        if (conversion.letter() == 'X') {
          body = body.toUpperCase(Locale.ROOT);
          sign = sign.toUpperCase(Locale.ROOT);
        }
        zeros &= precision < 0;
      }
      case 'p' -> {
        body = value == 0 ? "(nil)" : "0x" + Long.toHexString(value);
        numeric = false;
      }
      case 'c' -> {
        body = String.valueOf((char) (value & 0xff));
        numeric = false;
      }
      case 's' -> {
        body =
            precision >= 0 && precision < string.length() ? string.substring(0, precision) : string;
        numeric = false;
      }
      default -> {
        double number = Double.longBitsToDouble(value);
        boolean negative = value < 0 && !Double.isNaN(number);
        sign = sign(conversion.flags(), negative);
        body = real(conversion, precision, Math.abs(number));
        zeros &= Double.isFinite(number);
      }
    }
    return pad(sign, body, Math.abs(width == -1 ? 0 : width), leftAligned, zeros && numeric);
  }

  private static String sign(String flags, boolean negative) {
    return negative ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
  }

  private static String digits(String digits, int precision) {
    if (precision == 0 && digits.equals("0")) {
      return "";
    }
    return "0".repeat(Math.max(0, precision - digits.length())) + digits;
  }

  private static String pad(
      String sign, String body, int width, boolean leftAligned, boolean zeros) {
    int missing = Math.max(0, width - sign.length() - body.length());
    if (leftAligned) {
      return sign + body + " ".repeat(missing);
    }
    return zeros ? sign + "0".repeat(missing) + body : " ".repeat(missing) + sign + body;
  }

  private static String real(PrintFormat.Conversion conversion, int precision, double number) {
    boolean upper = Character.isUpperCase(conversion.letter());
    boolean alternative = conversion.flags().contains("#");
    String text;
    if (Double.isNaN(number)) {
      text = "nan";
    } else if (Double.isInfinite(number)) {
      text = "inf";
    } else {
      int digits = precision < 0 ? DEFAULT_PRECISION : precision;
      text =
          switch (Character.toLowerCase(conversion.letter())) {
            case 'f' -> fixed(new BigDecimal(number), digits, alternative);
            case 'e' -> scientific(new BigDecimal(number), digits, alternative);
            case 'g' -> general(new BigDecimal(number), Math.max(1, digits), alternative);
            default ->
                Double.toHexString(number)
                    .replace("p", "p+")
                    .replace("p+-", "p-")
                    .replace(".0p", "p");
          };
    }
    return upper ? text.toUpperCase(Locale.ROOT) : text;
  }

  private static String fixed(BigDecimal number, int digits, boolean point) {
    String text = number.setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    return digits == 0 && point ? text + "." : text;
  }

  private static String scientific(BigDecimal number, int digits, boolean point) {
    int exponent = 0;
    String mantissa = "0".repeat(digits + 1);
    if (number.signum() != 0) {
      BigDecimal rounded = number.round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
      exponent = rounded.precision() - rounded.scale() - 1;
      String unscaled = rounded.unscaledValue().toString();
      mantissa = unscaled + "0".repeat(Math.max(0, digits + 1 - unscaled.length()));
    }
    String fraction = mantissa.substring(1, digits + 1);
    return mantissa.charAt(0)
        + (digits > 0 || point ? "." : "")
        + fraction
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  private static String general(BigDecimal number, int digits, boolean keepZeros) {
    int exponent = 0;
    if (number.signum() != 0) {
      BigDecimal rounded = number.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      exponent = rounded.precision() - rounded.scale() - 1;
    }
    if (exponent < -4 || exponent >= digits) {
      String text = scientific(number, digits - 1, keepZeros);
      int e = text.indexOf('e');
      return keepZeros ? text : strip(text.substring(0, e)) + text.substring(e);
    }
    String text = fixed(number, digits - 1 - exponent, keepZeros);
    return keepZeros ? text : strip(text);
  }

  private static String strip(String text) {
    if (text.indexOf('.') < 0) {
      return text;
    }
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }
}
