package dev.syncopate.study.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {
  @Test
  void whatIsWrittenIsReadBack() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("whole", Long.MIN_VALUE);
    document.put("real", -1.5e-7);
    document.put("text", "quote \" slash \\ line\nbell \u0007 smile \ud83d\ude00");
    document.put("list", Arrays.asList(1L, null, true, List.of(), Map.of()));
    document.put("nothing", null);
    assertThat(JsonReader.read(Json.write(document))).isEqualTo(document);
  }

  @Test
  void escapesAndNumbersAreThoseOfTheStandard() {
    assertThat(JsonReader.read(" [ \"\\u0041\\/\\b\\f\", 1E2, 0, -0.5, 99999999999999999999 ] "))
        .isEqualTo(List.of("A/\b\f", 100.0, 0L, -0.5, 1e20));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": 1, \"a\": 2} | 1:10: expected a name that is not there yet, found '\"'",
        "[1, 2 | 1:6: expected ']', found the end",
        "[1] x | 1:5: expected the end, found 'x'",
        "[01] | 1:2: expected a value, found '0'",
        "{\"a\" 1} | 1:6: expected ':', found '1'",
        "[nul] | 1:2: expected a value, found 'n'",
        "\"\\x\" | 1:3: expected an escape, found 'x'",
        "\"\\u12g4\" | 1:6: expected four hexadecimal digits, found 'g'",
        "\"abc | 1:5: expected a quotation mark, found the end",
      })
  void anErrorSaysWhere(String text, String message) {
    assertThatThrownBy(() -> JsonReader.read(text))
        .isInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  @Test
  void aMemberOfAnotherKindIsNamed() {
    JsonObject object = JsonReader.object("{\"inner\": {\"list\": [1, \"two\"]}}");
    assertThatThrownBy(() -> object.object("inner").wholes("list"))
        .hasMessage("document.inner.list: expected a list of whole numbers, found two");
    assertThatThrownBy(() -> object.string("outer"))
        .hasMessage("document.outer: expected a string, found nothing");
  }

  @Test
  void nestingHasAnEnd() {
    assertThatThrownBy(() -> JsonReader.read("[".repeat(100_000)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("at most 200 levels");
  }
}
