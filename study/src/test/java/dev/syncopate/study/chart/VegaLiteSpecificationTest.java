package dev.syncopate.study.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.study.json.JsonReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates are charts already, and what is put in comes to its place. */
class VegaLiteSpecificationTest {
  @ParameterizedTest
  @ValueSource(strings = {"bars", "boxes", "lines", "multiples", "panels"})
  void aTemplateOpensByItself(String name) {
    JsonNode spec = JsonReader.tree(VegaLiteSpecification.template(name).json());
    assertThat(spec.at("/$schema").textValue()).contains("vega-lite/v6");
    assertThat(spec.at("/data/values")).isNotEmpty();
    JsonNode layers = VegaLiteSpecification.layers(spec);
    assertThat(layers).isNotEmpty();
    // Every field that a layer draws is in the example's data.
    for (JsonNode layer : layers) {
      for (JsonNode channel : layer.path("encoding")) {
        if (channel.has("field")) {
          String field = channel.get("field").textValue();
          assertThat(spec.at("/data/values"))
              .as("%s in the data of %s", field, name)
              .anyMatch(row -> row.has(field));
        }
      }
    }
  }

  @Test
  void textsAreDataWhateverIsInThem() {
    String odd = "<b> & \"quoted\" \\ </script> {{name}} ×";
    VegaLiteSpecification spec =
        VegaLiteSpecification.template("bars")
            .title(odd, odd)
            .axis("y", odd)
            .order("x", List.of(odd))
            .data(List.of(VegaLiteSpecification.row("group", odd, "series", "one", "value", 1.0)));
    JsonNode tree = JsonReader.tree(spec.json());
    assertThat(tree.at("/title/text").textValue()).isEqualTo(odd);
    assertThat(tree.at("/title/subtitle").textValue()).isEqualTo(odd);
    assertThat(tree.at("/layer/0/encoding/y/title").textValue()).isEqualTo(odd);
    assertThat(tree.at("/layer/1/encoding/x/sort/0").textValue()).isEqualTo(odd);
    assertThat(tree.at("/data/values/0/group").textValue()).isEqualTo(odd);
    assertThat(tree.at("/data/values/0/value").longValue()).isEqualTo(1);
  }

  @Test
  void whatIsNotMeasuredIsNull() {
    VegaLiteSpecification spec =
        VegaLiteSpecification.template("bars")
            .data(
                List.of(
                    VegaLiteSpecification.row("group", "a", "series", "one", "value", Double.NaN)));
    assertThat(JsonReader.tree(spec.json()).at("/data/values/0/value").isNull()).isTrue();
  }

  @Test
  void aPageHasTheTitleElsewhere() {
    VegaLiteSpecification spec = VegaLiteSpecification.template("lines");
    assertThat(JsonReader.tree(spec.untitled().json()).has("title")).isFalse();
    assertThat(JsonReader.tree(spec.json()).has("title")).isTrue();
  }

  @Test
  void aTemplateThatThereIsNotIsNamed() {
    assertThatThrownBy(() -> VegaLiteSpecification.template("pie"))
        .hasMessage("this build has no pie.vl.json");
    assertThatThrownBy(() -> VegaLiteSpecification.template("bars").panels(List.of()))
        .hasMessage("no panels in this template");
  }
}
