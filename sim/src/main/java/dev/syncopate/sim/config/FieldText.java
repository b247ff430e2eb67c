package dev.syncopate.sim.config;

import dev.syncopate.sim.config.Setting.Unit;
import java.util.Locale;

/** A field's values as text: reading, printing, and what may be written. */
final class FieldText {
  private FieldText() {}

  /** A text that is no value of its field. */
  static final class Unexpected extends Exception {
    private static final long serialVersionUID = 1;

    /** What was found and what was expected. */
    final String problem;

    Unexpected(String problem) {
      super(problem);
      this.problem = problem;
    }
  }

  /**
   * Reads a value and checks its range.
   *
   * @return an object of the field's type
   * @throws Unexpected when the text is no value of the field, or out of its range
   */
  static Object parse(Field field, String text) throws Unexpected {
    Class<?> type = field.type();
    if (type == String.class) {
      if (text.isBlank()) {
        throw unexpected(field, "nothing");
      }
      return text;
    } else if (isText(type)) {
      try {
        return TextSetting.parse(type, text);
      } catch (IllegalArgumentException e) {
        throw new Unexpected(String.valueOf(e.getMessage()));
      }
    } else if (type == boolean.class) {
      return switch (text) {
        case "true" -> true;
        case "false" -> false;
        default -> throw unexpected(field, text);
      };
    } else if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        if (print((Enum<?>) constant).equalsIgnoreCase(text.replace('_', '-'))) {
          return constant;
        }
      }
      throw unexpected(field, text);
    }
    long value = number(field, text);
    if (type == int.class) {
      return (int) value;
    } else if (type == long.class) {
      return value;
    }
    throw new IllegalStateException(field.path() + " has a type without text: " + type);
  }

  private static long number(Field field, String text) throws Unexpected {
    long value;
    try {
      value = Quantity.parse(text, field.setting().unit());
    } catch (NumberFormatException e) {
      throw unexpected(field, text);
    }
    boolean inRange = value >= field.setting().min() && value <= max(field);
    if (!inRange || (field.setting().powerOfTwo() && Long.bitCount(value) != 1)) {
      throw unexpected(field, text);
    }
    return value;
  }

  private static Unexpected unexpected(Field field, String text) {
    String actual = text.isEmpty() ? "nothing" : text;
    return new Unexpected("found " + actual + ", expected " + expected(field));
  }

  private static long max(Field field) {
    long typeMax = field.type() == int.class ? Integer.MAX_VALUE : Long.MAX_VALUE;
    return Math.min(field.setting().max(), typeMax);
  }

  /** What may be written, for an error message: unit, range and an example. */
  static String expected(Field field) {
    String example = Quantity.example(field.setting().unit());
    return range(field)
        + (example.isEmpty() || !isNumber(field) ? "" : ", written like " + example);
  }

  /** Unit and range, for example {@code bytes, a power of two from 32 to 128}. */
  static String range(Field field) {
    Class<?> type = field.type();
    if (type == boolean.class) {
      return "true or false";
    } else if (type == String.class || isText(type)) {
      return "text";
    } else if (type.isEnum()) {
      return choices(type);
    }
    Unit unit = field.setting().unit();
    String name = Quantity.name(unit);
    String minimum = Quantity.print(field.setting().min(), unit);
    StringBuilder text = new StringBuilder();
    if (!name.isEmpty()) {
      text.append(name).append(field.setting().powerOfTwo() ? ", " : " ");
    }
    text.append(field.setting().powerOfTwo() ? "a power of two " : "");
    if (max(field) == Long.MAX_VALUE) {
      return text.append("from ").append(minimum).toString();
    }
    return text.append("from ")
        .append(minimum)
        .append(" to ")
        .append(Quantity.print(max(field), unit))
        .toString();
  }

  private static boolean isNumber(Field field) {
    return field.type() == int.class || field.type() == long.class;
  }

  private static String choices(Class<?> type) {
    StringBuilder text = new StringBuilder();
    Object[] constants = type.getEnumConstants();
    for (int i = 0; i < constants.length; i++) {
      text.append(i == 0 ? "" : i == constants.length - 1 ? " or " : ", ");
      text.append(print((Enum<?>) constants[i]));
    }
    return text.toString();
  }

  /** Whether the class of a value reads and prints its text. */
  static boolean isText(Class<?> type) {
    return TextSetting.class.isAssignableFrom(type);
  }

  private static String print(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A value as it is written in a file, quotes aside. */
  static String print(Field field, Object value) {
    if (value instanceof Enum<?> constant) {
      return print(constant);
    } else if (value instanceof Number number) {
      return Quantity.print(number.longValue(), field.setting().unit());
    }
    return value.toString();
  }
}
