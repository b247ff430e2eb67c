package dev.syncopate.sim.config;

import java.lang.reflect.InvocationTargetException;

/**
 * Value of a setting whose class reads and prints its text. An implementation is an immutable class
 * with a public static method {@code parse(String)}, which throws {@link IllegalArgumentException}
 * with what was found and what was expected, and a {@code toString} that it reads back equal.
 */
public interface TextSetting {
  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Object parse(Class<?> type, String text) {
    try {
      return type.getMethod("parse", String.class).invoke(null, text);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException problem) {
        throw problem;
      }
      throw new IllegalStateException("cannot read a " + type.getName(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName() + " must have a public method parse", e);
    }
  }
}
