package dev.syncopate.study.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259), indented by two spaces, members in the order of the map. Values are
 * {@link Map}s with string keys, {@link List}s, strings, booleans, numbers, null, and Jackson's
 * trees. Whole numbers are written as such; a double that JSON cannot say (NaN, infinity) becomes
 * null. The same document gives the same text forever: results that are kept bear a digest of it.
 */
public final class Json {
  private static final double LARGEST_WHOLE = 1e15;

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .characterEscapes(new JsonEscapes())
          .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
          .build();

  private final JsonGenerator out;

  private Json(JsonGenerator out) {
    this.out = out;
  }

  /** The document, with a line feed at its end. */
  public static String write(Map<String, ?> document) {
    return text(document);
  }

  /** A tree, with a line feed at its end. */
  public static String write(JsonNode document) {
    return text(document);
  }

  private static String text(Object document) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      out.setPrettyPrinter(layout());
      new Json(out).value(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string is always writable
    }
    return wellFormed(text.append('\n').toString());
  }

  private static PrettyPrinter layout() {
    DefaultPrettyPrinter.Indenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""))
        .withObjectIndenter(indenter)
        .withArrayIndenter(indenter);
  }

  private void value(@Nullable Object value) throws IOException {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> object(map);
      case List<?> list -> array(list);
      case String text -> out.writeString(text);
      case Boolean truth -> out.writeBoolean(truth);
      case Long number -> out.writeNumber(number);
      case Integer number -> out.writeNumber(number);
      case Double number -> real(number);
      case JsonNode node -> node(node);
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private void node(JsonNode node) throws IOException {
    switch (node.getNodeType()) {
      case OBJECT -> {
        out.writeStartObject();
        for (Map.Entry<String, JsonNode> member : node.properties()) {
          out.writeFieldName(member.getKey());
          node(member.getValue());
        }
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray();
        for (JsonNode element : node) {
          node(element);
        }
        out.writeEndArray();
      }
      case STRING -> out.writeString(node.textValue());
      case BOOLEAN -> out.writeBoolean(node.booleanValue());
      case NULL -> out.writeNull();
      case NUMBER -> {
        if (node.isIntegralNumber()) {
          out.writeNumber(node.bigIntegerValue());
        } else {
          real(node.doubleValue());
        }
      }
      case BINARY, MISSING, POJO ->
          throw new IllegalArgumentException("no JSON for " + node.getNodeType());
    }
  }

  private void real(double number) throws IOException {
    if (!Double.isFinite(number)) {
      out.writeNull();
    } else if (number == Math.rint(number) && Math.abs(number) < LARGEST_WHOLE) {
      out.writeNumber((long) number);
    } else {
      out.writeNumber(number);
    }
  }

  private void object(Map<?, ?> map) throws IOException {
    out.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.writeFieldName((String) entry.getKey());
      value(entry.getValue());
    }
    out.writeEndObject();
  }

  private void array(List<?> list) throws IOException {
    out.writeStartArray();
    for (Object element : list) {
      value(element);
    }
    out.writeEndArray();
  }

  /** UTF-8 has no form for half a surrogate pair: it is escaped. */
  private static String wellFormed(String json) {
    if (json.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
      return json;
    }
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (Character.isSurrogate(c) && isLone(json, i)) {
        escaped.append("\\u%04x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static boolean isLone(String text, int i) {
    char c = text.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
        : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
  }
}
