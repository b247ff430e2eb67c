package dev.syncopate.study.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {
  /** What a document of the tests holds. */
  record Run(String name, long cycles, Kind kind, Map<String, Long> counters, long[] samples) {}

  /** Constants are in lower case. */
  enum Kind {
    RIGHT,
    WRONG
  }

  /** With a member that need not be there. */
  record Stated(double value, @MayBeMissing @Nullable String note) {}

  /** Members in any order. */
  record Members(Map<String, Object> any) {}

  private static final String RUN =
      """
      {"name": "a",
       "cycles": 12,
       "kind": "wrong",
       "counters": {"l1.loads": 3},
       "samples": [1, 2]}
      """;

  @Test
  void whatIsWrittenIsReadBack() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("whole", Long.MIN_VALUE);
    document.put("real", -1.5e-7);
    document.put("text", "quote \" slash \\ line\nbell \u0007 smile \ud83d\ude00");
    document.put("list", Arrays.asList(1L, true, List.of(), Map.of()));
    String text = Json.write(Map.of("any", document));
    assertThat(JsonReader.read(text, Members.class).any()).isEqualTo(document);
    assertThat(Json.write(JsonReader.tree(text))).isEqualTo(text);
  }

  @Test
  void escapesAndNumbersAreThoseOfTheStandard() {
    JsonNode list =
        JsonReader.tree(" [ \"\\u0041\\/\\b\\f\", 1E2, 0, -0.5, 99999999999999999999 ] ");
    assertThat(list.get(0).textValue()).isEqualTo("A/\b\f");
    assertThat(list.get(1).doubleValue()).isEqualTo(100);
    assertThat(list.get(2).longValue()).isZero();
    assertThat(list.get(3).doubleValue()).isEqualTo(-0.5);
    assertThat(list.get(4).doubleValue()).isEqualTo(1e20);
  }

  @Test
  void aDocumentIsReadIntoARecord() {
    Run run = JsonReader.read(RUN, Run.class);
    assertThat(run.name()).isEqualTo("a");
    assertThat(run.cycles()).isEqualTo(12);
    assertThat(run.kind()).isEqualTo(Kind.WRONG);
    assertThat(run.counters()).isEqualTo(Map.of("l1.loads", 3L));
    assertThat(run.samples()).containsExactly(1, 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": 1, \"a\": 2} | 1:10: expected each member once, found 'a' again",
        "[1, 2 | 1:6: Unexpected end-of-input: expected close marker for Array",
        "[1] 2 | 1:5: expected the end, found 2",
        "{} {} | 1:4: expected the end, found an object",
        "{\"a\" 1} | 1:6: Unexpected character ('1' (code 49)): was expecting a colon to separate"
            + " field name and value",
        "[01] | 1:3: Invalid numeric value: Leading zeroes not allowed",
        "\"\\x\" | 1:3: Unrecognized character escape 'x' (code 120)",
        "\"abc | 1:5: Unexpected end-of-input: was expecting closing quote for a string value",
      })
  void anErrorSaysWhere(String text, String message) {
    assertThatThrownBy(() -> JsonReader.tree(text))
        .isInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "12 | \"12\" | 2:12: cycles: expected a whole number, found \"12\"",
        "12 | 1.5 | 2:12: cycles: expected a whole number, found 1.5",
        "12 | null | 2:12: cycles: expected a value, found null",
        "\"a\" | 7 | 1:10: name: expected a string, found 7",
        "\"a\" | null | 1:10: name: expected a value, found null",
        "\"wrong\" | \"odd\" | 3:10: kind: expected one of right, wrong, found \"odd\"",
        "\"wrong\" | \"WRONG\" | 3:10: kind: expected one of right, wrong, found \"WRONG\"",
        "3} | true} | 4:27: counters.l1.loads: expected a whole number, found true",
        "[1, 2] | [1, \"x\"] | 5:17: samples[1]: expected a whole number, found \"x\"",
        "[1, 2] | 1 | 5:13: samples: expected a list, found 1",
        "{\"l1.loads\": 3} | [] | 4:14: counters: expected an object, found a list",
        "[1, 2]} | [1, 2], \"x\": 1} | 5:21: expected one of counters, cycles, kind, name, samples,"
            + " found 'x'",
        "\"name\": \"a\", | `` | 5:19: expected a member 'name', found none",
        "[1, 2]} | [1, 2]} x | 5:21: Unrecognized token 'x': was expecting (JSON String, Number,"
            + " Array, Object or token 'null', 'true' or 'false')",
        "[1, 2]} | [1, 2], \"cycles\": 1} | 5:21: expected each member once, found 'cycles' again",
      })
  void aMemberOfAnotherKindIsNamed(String right, String wrong, String message) {
    assertThat(RUN).contains(right);
    String text = RUN.replace(right, wrong == null ? "" : wrong);
    assertThatThrownBy(() -> JsonReader.read("run.json", text, Run.class))
        .isInstanceOf(JsonException.class)
        .hasMessage("run.json:" + message);
  }

  @Test
  void onlyWhatMayBeMissingNeedNotBeThere() {
    assertThat(JsonReader.read("{\"value\": 2}", Stated.class)).isEqualTo(new Stated(2, null));
    assertThat(JsonReader.read("{\"value\": 2, \"note\": \"n\"}", Stated.class).note())
        .isEqualTo("n");
    assertThatThrownBy(() -> JsonReader.read("{\"note\": \"n\"}", Stated.class))
        .hasMessageContaining("expected a member 'value', found none");
  }

  @Test
  void nestingHasAnEnd() {
    assertThatThrownBy(() -> JsonReader.tree("[".repeat(100_000)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("nesting depth (201)");
  }
}
