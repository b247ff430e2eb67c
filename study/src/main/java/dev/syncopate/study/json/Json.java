package dev.syncopate.study.json;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259), indented by two spaces, members in the order of the map. Values are
 * {@link Map}s with string keys, {@link List}s, strings, booleans, numbers and null. Whole numbers
 * are written as such; a double that JSON cannot say (NaN, infinity) becomes null.
 */
public final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() {}

  /** The document, with a line feed at its end. */
  public static String write(Map<String, ?> document) {
    Json json = new Json();
    json.value(document, "");
    return json.out.append('\n').toString();
  }

  private void value(@Nullable Object value, String indent) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> map -> object(map, indent);
      case List<?> list -> array(list, indent);
      case String text -> string(text);
      case Boolean truth -> out.append(truth);
      case Long number -> out.append(number);
      case Integer number -> out.append(number);
      case Double number -> real(number);
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private void real(double number) {
    if (!Double.isFinite(number)) {
      out.append("null");
    } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      out.append((long) number);
    } else {
      out.append(number);
    }
  }

  private void object(Map<?, ?> map, String indent) {
    if (map.isEmpty()) {
      out.append("{}");
      return;
    }
    String inner = indent + "  ";
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<?, ?> entry = i.next();
      out.append('\n').append(inner);
      string((String) entry.getKey());
      out.append(": ");
      value(entry.getValue(), inner);
      out.append(i.hasNext() ? "," : "\n" + indent);
    }
    out.append('}');
  }

  private void array(List<?> list, String indent) {
    if (list.isEmpty()) {
      out.append("[]");
      return;
    }
    String inner = indent + "  ";
    out.append('[');
    for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
      out.append('\n').append(inner);
      value(i.next(), inner);
      out.append(i.hasNext() ? "," : "\n" + indent);
    }
    out.append(']');
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || (Character.isSurrogate(c) && lone(text, i))) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** UTF-8 has no form for half a surrogate pair. */
  private static boolean lone(String text, int i) {
    char c = text.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
        : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
  }
}
