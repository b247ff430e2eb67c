package dev.syncopate.study.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON (RFC 8259) into {@link Map}s that keep the order of their members, {@link List}s,
 * {@link String}s, {@link Boolean}s, {@link Long}s for whole numbers, {@link Double}s for others,
 * and null. Strict: a member given twice, or anything behind the document, is an error.
 */
public final class JsonReader {
  private static final int DEEPEST = 200;

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * @throws JsonException with line and column if the text is not one JSON value
   */
  public static @Nullable Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value(0);
    reader.space();
    if (reader.at < text.length()) {
      throw reader.unexpected("the end");
    }
    return value;
  }

  /**
   * @throws JsonException if the text is not a JSON object
   */
  public static JsonObject object(String text) {
    if (read(text) instanceof Map<?, ?> map) {
      return new JsonObject("document", map);
    }
    throw new JsonException("expected a JSON object, found another value");
  }

  private @Nullable Object value(int depth) {
    if (depth > DEEPEST) {
      throw unexpected("at most " + DEEPEST + " levels");
    }
    space();
    char c = at < text.length() ? text.charAt(at) : 0;
    return switch (c) {
      case '{' -> members(depth);
      case '[' -> elements(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> members(int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    at++;
    space();
    if (skip('}')) {
      return members;
    }
    do {
      space();
      int start = at;
      String name = string();
      space();
      expect(':');
      Object value = value(depth + 1);
      if (members.containsKey(name)) {
        at = start;
        throw unexpected("a name that is not there yet");
      }
      members.put(name, value);
      space();
    } while (skip(','));
    expect('}');
    return members;
  }

  private List<@Nullable Object> elements(int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    at++;
    space();
    if (skip(']')) {
      return elements;
    }
    do {
      elements.add(value(depth + 1));
      space();
    } while (skip(','));
    expect(']');
    return elements;
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (true) {
      char c = at < text.length() ? text.charAt(at) : 0;
      if (c < ' ') {
        throw unexpected("a quotation mark");
      }
      at++;
      if (c == '"') {
        return out.toString();
      }
      out.append(c == '\\' ? escape() : c);
    }
  }

  private char escape() {
    char c = at < text.length() ? text.charAt(at) : 0;
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex();
      default -> {
        at--;
        throw unexpected("an escape");
      }
    };
  }

  private char hex() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (digit < 0) {
        throw unexpected("four hexadecimal digits");
      }
      value = 16 * value + digit;
      at++;
    }
    return (char) value;
  }

  private Object number() {
    int start = at;
    boolean whole = true;
    while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) {
      whole &= ".eE".indexOf(text.charAt(at)) < 0;
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
      try {
        return whole ? (Object) Long.valueOf(digits) : (Object) Double.valueOf(digits);
      } catch (NumberFormatException e) {
        return Double.valueOf(digits); // beyond 64 bits
      }
    }
    at = start;
    throw unexpected("a value");
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw unexpected("a value");
    }
    at += word.length();
    return value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean skip(char c) {
    boolean found = at < text.length() && text.charAt(at) == c;
    at += found ? 1 : 0;
    return found;
  }

  private void expect(char c) {
    if (!skip(c)) {
      throw unexpected("'" + c + "'");
    }
  }

  private JsonException unexpected(String expected) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < Math.min(at, text.length()); i++) {
      boolean feed = text.charAt(i) == '\n';
      line += feed ? 1 : 0;
      column = feed ? 1 : column + 1;
    }
    String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
    return new JsonException(
        "%d:%d: expected %s, found %s".formatted(line, column, expected, found));
  }
}
