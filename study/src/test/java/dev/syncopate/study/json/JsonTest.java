package dev.syncopate.study.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class JsonTest {
  @Test
  void aDocumentKeepsTheOrderOfItsMembers() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("z", 1L);
    document.put("a", List.of(1, true));
    document.put("none", null);
    document.put("empty", Map.of());
    document.put("nothing", List.of());
    assertThat(Json.write(document))
        .isEqualTo(
            """
            {
              "z": 1,
              "a": [
                1,
                true
              ],
              "none": null,
              "empty": {},
              "nothing": []
            }
            """);
  }

  @Test
  void numbersAreWholeWhereTheyCanBe() {
    assertThat(Json.write(Map.of("x", 2.0))).contains("\"x\": 2\n");
    assertThat(Json.write(Map.of("x", 0.25))).contains("\"x\": 0.25\n");
    assertThat(Json.write(Map.of("x", Long.MAX_VALUE))).contains("9223372036854775807");
    assertThat(Json.write(Map.of("x", Double.NaN))).contains("null");
  }

  /** JSON is a subset of YAML 1.2, so a YAML reader is an independent judge. */
  @Test
  void everyCharacterComesBack() {
    StringBuilder characters = new StringBuilder();
    for (char c = 0; c < 0x300; c++) {
      // These may stand unescaped in JSON but not in YAML.
      if (c < 0x7f || c > 0xa0) {
        characters.append(c);
      }
    }
    characters.append("\ud83d\ude00 \"quoted\" \\ back / slash");
    Map<String, Object> document = Map.of("key \"\n", characters.toString());
    Object read = new Load(LoadSettings.builder().build()).loadFromString(Json.write(document));
    assertThat(read).isEqualTo(document);
  }

  @Test
  void halfASurrogatePairIsEscaped() {
    assertThat(Json.write(Map.of("x", "\ud83d"))).contains("\"\\ud83d\"");
    assertThat(Json.write(Map.of("x", "\ude00"))).contains("\"\\ude00\"");
  }

  @Test
  void whatJsonCannotSayIsRefused() {
    assertThatThrownBy(() -> Json.write(Map.of("x", new Object())))
        .hasMessage("no JSON for class java.lang.Object");
  }
}
