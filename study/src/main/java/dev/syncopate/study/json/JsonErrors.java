package dev.syncopate.study.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One-line message for an invalid text: line, column, member, expected, found. */
final class JsonErrors {
  private static final int LONGEST = 60;

  /** Jackson says these in words alone. */
  private static final Pattern TWICE = Pattern.compile("Duplicate field '(.*)'");

  private static final Pattern MISSING =
      Pattern.compile("Missing required creator property '([^']*)'.*");
  private static final String TRAILING = "Trailing token";
  private static final Pattern START = Pattern.compile(" \\(start marker.*");
  private static final Pattern VALUE = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,\\]}]+");

  private JsonErrors() {}

  /**
   * @param text that was read
   */
  static String message(JsonProcessingException error, String text) {
    Matcher twice = TWICE.matcher(words(error));
    if (twice.matches()) {
      String name = twice.group(1);
      return "%sexpected each member once, found '%s' again"
          .formatted(place(error.getLocation(), name, text), name);
    }
    String name =
        error instanceof UnrecognizedPropertyException unknown ? unknown.getPropertyName() : "";
    return place(error.getLocation(), name, text) + what(error, text);
  }

  /**
   * Line and column.
   *
   * @param name of a member that is wrong: Jackson has read on when it finds out; else empty
   */
  private static String place(@Nullable JsonLocation location, String name, String text) {
    if (location == null) {
      return "";
    }
    int begin =
        name.isEmpty()
            ? -1
            : text.lastIndexOf('"' + name + '"', (int) location.getCharOffset() - 1);
    if (begin < 0) {
      return location.getLineNr() + ":" + Math.max(1, location.getColumnNr()) + ": ";
    }
    long line = 1 + text.substring(0, begin).chars().filter(c -> c == '\n').count();
    return line + ":" + (begin - text.lastIndexOf('\n', begin)) + ": ";
  }

  private static String what(JsonProcessingException error, String text) {
    return switch (error) {
      case UnrecognizedPropertyException unknown ->
          "%sexpected one of %s, found '%s'"
              .formatted(
                  member(unknown, unknown.getPropertyName()),
                  unknown.getKnownPropertyIds().stream()
                      .map(String::valueOf)
                      .sorted()
                      .collect(Collectors.joining(", ")),
                  unknown.getPropertyName());
      case InvalidNullException nullError -> member(nullError, "") + "expected a value, found null";
      case MismatchedInputException mismatch when mismatch.getTargetType() != null ->
          mismatch(mismatch, mismatch.getTargetType(), text);
      case JsonMappingException mappingError -> member(mappingError, "") + words(mappingError);
      default -> words(error);
    };
  }

  private static String mismatch(MismatchedInputException error, Class<?> type, String text) {
    Matcher missing = MISSING.matcher(words(error));
    if (missing.matches()) {
      String name = missing.group(1);
      return "%sexpected a member '%s', found none".formatted(member(error, name), name);
    }
    if (words(error).startsWith(TRAILING)) {
      return "expected the end, found " + found(text, error.getLocation());
    }
    List<Reference> path = error.getPath();
    boolean element = type.isArray() && !path.isEmpty() && path.getLast().getFieldName() == null;
    return "%sexpected %s, found %s"
        .formatted(
            member(error, ""),
            kind(element ? type.getComponentType() : type),
            found(text, error.getLocation()));
  }

  private static String kind(Class<?> type) {
    if (type == long.class || type == Long.class || type == int.class || type == Integer.class) {
      return "a whole number";
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == String.class) {
      return "a string";
    }
    if (type.isArray() || Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    return Map.class.isAssignableFrom(type)
            || Record.class.isAssignableFrom(type)
            || JsonNode.class.isAssignableFrom(type)
        ? "an object"
        : "a " + type.getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The value that begins there. */
  private static String found(String text, @Nullable JsonLocation location) {
    int start = location == null ? -1 : (int) location.getCharOffset();
    if (start < 0 || start >= text.length()) {
      return "the end";
    }
    return switch (text.charAt(start)) {
      case '{' -> "an object";
      case '[' -> "a list";
      default -> {
        Matcher value = VALUE.matcher(text).region(start, text.length());
        String token = value.lookingAt() ? value.group() : text.substring(start, start + 1);
        yield token.length() <= LONGEST ? token : token.substring(0, LONGEST) + "...";
      }
    };
  }

  /**
   * For example {@code statistics.l1.loads: }; empty for the document itself.
   *
   * @param excluded a last member that is left out
   */
  private static String member(JsonMappingException error, String excluded) {
    StringBuilder path = new StringBuilder();
    for (Reference step : error.getPath()) {
      String name = step.getFieldName();
      if (name == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else if (!name.equals(excluded)) {
        path.append(path.isEmpty() ? "" : ".").append(name);
      }
    }
    return path.isEmpty() ? "" : path + ": ";
  }

  /** Without where things are in memory. */
  private static String words(JsonProcessingException error) {
    String text = error.getOriginalMessage().lines().findFirst().orElse("");
    return START.matcher(text).replaceFirst("");
  }
}
