package dev.syncopate.sim.config;

import dev.syncopate.sim.config.Setting.Unit;
import java.math.BigDecimal;

/** Numbers with units, as people write them in configuration files. */
final class Quantity {
  private static final String UNLIMITED = "unlimited";

  private Quantity() {}

  /**
   * A suffix that a number of some unit may have.
   *
   * @param factor what it multiplies with to give the unit
   */
  private record Suffix(String text, long factor) {}

  /** The suffixes of a unit, the smallest first. */
  private static Suffix[] suffixes(Unit unit) {
    return switch (unit) {
      case BYTES ->
          new Suffix[] {
            new Suffix("B", 1),
            new Suffix("KiB", 1L << 10),
            new Suffix("MiB", 1L << 20),
            new Suffix("GiB", 1L << 30),
            new Suffix("TiB", 1L << 40)
          };
      case PICOSECONDS ->
          new Suffix[] {new Suffix("ps", 1), new Suffix("ns", 1000), new Suffix("us", 1_000_000)};
      case MEGAHERTZ -> new Suffix[] {new Suffix("MHz", 1), new Suffix("GHz", 1000)};
      case ATTOJOULES ->
          new Suffix[] {
            new Suffix("aJ", 1),
            new Suffix("fJ", 1000),
            new Suffix("pJ", 1_000_000),
            new Suffix("nJ", 1_000_000_000)
          };
      case NONE, COUNT, COUNT_OR_UNLIMITED, CYCLES, BYTES_PER_CYCLE -> new Suffix[0];
    };
  }

  /**
   * Reads a number, for example {@code 16KiB}, {@code 13.75ns}, {@code 1 GHz}, or {@code 4096}
   * bytes. A clock, a time or an energy other than 0 has a suffix, because {@code 1} could mean a
   * hertz or a gigahertz.
   *
   * @throws NumberFormatException when it is no such number, or not a whole number of the unit
   */
  static long parse(String text, Unit unit) {
    if (unit == Unit.COUNT_OR_UNLIMITED && text.equalsIgnoreCase(UNLIMITED)) {
      return Integer.MAX_VALUE;
    }
    int end = 0;
    while (end < text.length() && (isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
      end++;
    }
    if (end == 0 && text.startsWith("-")) {
      return negative(text);
    }
    String digits = text.substring(0, end);
    if (digits.isEmpty()
        || digits.length() > 30
        || digits.startsWith(".")
        || digits.endsWith(".")) {
      throw new NumberFormatException(text);
    }
    long factor = factor(digits, text.substring(end).strip(), unit);
    try {
      return exactProduct(digits, factor);
    } catch (ArithmeticException e) {
      throw (NumberFormatException) new NumberFormatException(text).initCause(e);
    }
  }

  /**
   * A decimal number times a factor, in whole numbers: the constants of {@link BigDecimal} take as
   * long to compute as a machine's file takes to read.
   *
   * @throws NumberFormatException when it is no number, or has more than 18 digits
   * @throws ArithmeticException when the product is not whole, or too large
   */
  private static long exactProduct(String digits, long factor) {
    int point = digits.indexOf('.');
    if (point < 0) {
      return Math.multiplyExact(Long.parseLong(digits), factor);
    }
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    long rest = factor;
    int decimals = end - point - 1;
    while (decimals > 0 && rest % 10 == 0) {
      rest /= 10;
      decimals--;
    }
    long number = Long.parseLong(digits.substring(0, point) + digits.substring(point + 1, end));
    long product = Math.multiplyExact(number, rest);
    for (; decimals > 0; decimals--) {
      if (product % 10 != 0) {
        throw new ArithmeticException(digits);
      }
      product /= 10;
    }
    return product;
  }

  /** A negative number, so that the error can speak of the range. */
  private static long negative(String text) {
    return Long.parseLong(text);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static long factor(String digits, String suffix, Unit unit) {
    boolean isZero = digits.chars().allMatch(c -> c == '0' || c == '.');
    if (suffix.isEmpty() && (isZero || unit == Unit.BYTES || suffixes(unit).length == 0)) {
      return 1;
    }
    for (Suffix candidate : suffixes(unit)) {
      if (candidate.text.equalsIgnoreCase(suffix)) {
        return candidate.factor;
      }
    }
    throw new NumberFormatException(suffix);
  }

  /** The shortest way to write a value that reads back the same. */
  static String print(long value, Unit unit) {
    if (unit == Unit.COUNT_OR_UNLIMITED && value == Integer.MAX_VALUE) {
      return UNLIMITED;
    }
    Suffix[] suffixes = suffixes(unit);
    if (suffixes.length == 0) {
      return Long.toString(value);
    }
    Suffix best = suffixes[0];
    for (Suffix suffix : suffixes) {
      if (value >= suffix.factor && isShort(value, suffix.factor, unit)) {
        best = suffix;
      }
    }
    return BigDecimal.valueOf(value)
            .divide(BigDecimal.valueOf(best.factor))
            .stripTrailingZeros()
            .toPlainString()
        + best.text;
  }

  /** Whether a value has at most two decimals in a decimal unit, none in a binary one. */
  private static boolean isShort(long value, long factor, Unit unit) {
    return unit == Unit.BYTES ? value % factor == 0 : value % Math.max(1, factor / 100) == 0;
  }

  /** A unit's name in tables and comments, empty for a plain number. */
  static String name(Unit unit) {
    return switch (unit) {
      case NONE, COUNT, COUNT_OR_UNLIMITED -> "";
      case BYTES -> "bytes";
      case CYCLES -> "cycles";
      case BYTES_PER_CYCLE -> "bytes per cycle";
      case PICOSECONDS -> "time";
      case MEGAHERTZ -> "clock";
      case ATTOJOULES -> "energy";
    };
  }

  /** How to write a number of the unit, or nothing for plain numbers. */
  static String example(Unit unit) {
    return switch (unit) {
      case BYTES -> "16KiB";
      case PICOSECONDS -> "13.75ns";
      case MEGAHERTZ -> "850MHz";
      case ATTOJOULES -> "3.7pJ";
      case NONE, COUNT, COUNT_OR_UNLIMITED, CYCLES, BYTES_PER_CYCLE -> "";
    };
  }
}
