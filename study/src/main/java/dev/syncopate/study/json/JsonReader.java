package dev.syncopate.study.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Reads JSON (RFC 8259) into trees and records. Strict: a member given twice, one that the record
 * does not have, one that is missing, a value of another kind, null, or anything behind the
 * document is an error. Only a component that is {@link MayBeMissing} need not be there.
 */
public final class JsonReader {
  private static final int DEEPEST = 200;
  private static final JsonMapper MAPPER = mapper();
  private static final ObjectReader WHOLE_NUMBERS_OF_ANY_SIZE =
      MAPPER.reader().without(DeserializationFeature.USE_LONG_FOR_INTS);

  private JsonReader() {}

  private static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build();
    return JsonMapper.builder(factory)
        .annotationIntrospector(new Binding())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.USE_LONG_FOR_INTS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(
            LogicalType.Textual,
            text -> {
              text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
              text.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
              text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
            })
        .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL).withValueNulls(Nulls.FAIL))
        .build();
  }

  /** Mapping between documents and records: every component has to be there, as a rule. */
  private static final class Binding extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      return !_hasAnnotation(member, MayBeMissing.class);
    }

    /** Constants are written in lower case. */
    @Override
    public String[] findEnumValues(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
      for (int i = 0; i < constants.length; i++) {
        names[i] = constants[i].name().toLowerCase(Locale.ROOT);
      }
      return names;
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated annotated) {
      return _hasAnnotation(annotated, MayBeMissing.class)
          ? JsonSetter.Value.forValueNulls(Nulls.SET)
          : super.findSetterInfo(annotated);
    }
  }

  /**
   * Any JSON value.
   *
   * @throws JsonException with line and column if the text is not one
   */
  public static JsonNode tree(String text) {
    return read(text, JsonNode.class, WHOLE_NUMBERS_OF_ANY_SIZE);
  }

  /**
   * The text of a file as a record.
   *
   * @throws JsonException with file, line, column and member if the text is not such a document
   */
  public static <T> T read(String file, String text, Class<T> type) {
    try {
      return read(text, type);
    } catch (JsonException e) {
      throw new JsonException(file + ":" + e.getMessage());
    }
  }

  /**
   * A document as a record.
   *
   * @throws JsonException with line, column and member if the text is not such a document
   */
  public static <T> T read(String text, Class<T> type) {
    return read(text, type, MAPPER.reader());
  }

  private static <T> T read(String text, Class<T> type, ObjectReader reader) {
    try {
      T value = reader.readValue(text, type);
      if (value == null) {
        throw new JsonException("1:1: expected a value, found null");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new JsonException(JsonErrors.message(e, text));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string is always readable
    }
  }
}
