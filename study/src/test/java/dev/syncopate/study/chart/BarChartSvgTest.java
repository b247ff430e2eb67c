package dev.syncopate.study.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.syncopate.study.json.JsonReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * The drawing of a specification is well-formed, its bars are as high as their values, and nothing
 * lies over anything.
 */
class BarChartSvgTest {
  private static final VegaLiteSpecification PANELS =
      VegaLiteSpecification.template("panels")
          .title("A & B <1>", "subtitle")
          .axis("y", "Speed-up")
          .order("x", List.of("a\nb", "c", "d"))
          .order("xOffset", List.of("one", "two"))
          .colours(List.of("one", "two"), List.of("#bdbdbd", "#e69f00"))
          .panels(List.of("left", "right"))
          .data(
              List.of(
                  row("left", "a\nb", "one", 1),
                  row("left", "a\nb", "two", 2),
                  row("right", "c", "one", 4),
                  row("right", "c", "two", 0.5),
                  row("right", "d", "one", 0),
                  row("right", "d", "two", 120)));

  private static final VegaLiteSpecification BARS =
      VegaLiteSpecification.template("bars")
          .order("x", List.of("SSSP.1 on a graph that has a long name", "<&>\""))
          .order("xOffset", List.of("one", "two"))
          .colours(List.of("one", "two"), List.of("#bdbdbd", "#e69f00"))
          .data(
              List.of(
                  VegaLiteSpecification.row(
                      "group",
                      "SSSP.1 on a graph that has a long name",
                      "series",
                      "one",
                      "value",
                      1.5,
                      "published",
                      1.2),
                  VegaLiteSpecification.row("group", "<&>\"", "series", "one", "value", Double.NaN),
                  VegaLiteSpecification.row("group", "<&>\"", "series", "two", "value", 0.8)));

  private static Map<String, Object> row(String panel, String group, String series, double value) {
    return VegaLiteSpecification.row(
        "panel", panel,
        "group", group,
        "series", series,
        "value", value,
        "label", BarText.of(value) + "×");
  }

  @Test
  void aClippedBarEndsWithTheAxisBearsItsNumberAndIsStruckThrough() throws Exception {
    VegaLiteSpecification clipped =
        VegaLiteSpecification.template("bars")
            .order("x", List.of("a", "b"))
            .order("xOffset", List.of("one", "two"))
            .colours(List.of("one", "two"), List.of("#bdbdbd", "#e69f00"))
            .data(
                List.of(
                    VegaLiteSpecification.row("group", "a", "series", "one", "value", 1.0),
                    VegaLiteSpecification.row("group", "a", "series", "two", "value", 2.0),
                    VegaLiteSpecification.row("group", "b", "series", "one", "value", 2.0),
                    VegaLiteSpecification.row(
                        "group", "b", "series", "two", "value", 57.0, "clipped", "57")))
            .clippedAt(4);
    List<Element> bars = bars(clipped);
    double unit = number(bars.getFirst(), "height");
    assertThat(bars.stream().map(bar -> Math.round(number(bar, "height") / unit)))
        .containsExactly(1L, 2L, 2L, 4L);
    assertThat(clipped.svg())
        .contains("class=\"clipped\">57</text>", "stroke=\"#ffffff\"", "class=\"tick\">4</text>")
        .doesNotContain("class=\"tick\">5</text>");
    assertThat(bars(BARS)).isNotEmpty();
    assertThat(BARS.svg()).doesNotContain("stroke=\"#ffffff\"");
  }

  @Test
  void aValueBelowZeroHasItsNumberAndNoBar() throws Exception {
    VegaLiteSpecification negative =
        VegaLiteSpecification.template("bars")
            .order("x", List.of("a", "b"))
            .order("xOffset", List.of("one"))
            .colours(List.of("one"), List.of("#bdbdbd"))
            .data(
                List.of(
                    VegaLiteSpecification.row("group", "a", "series", "one", "value", 20.0),
                    VegaLiteSpecification.row("group", "b", "series", "one", "value", -7.0)));
    assertThat(bars(negative))
        .extracting(bar -> number(bar, "height") > 0)
        .containsExactly(true, false);
    assertThat(negative.svg()).contains(">-7.00</text>").doesNotContain("height=\"-");
  }

  @Test
  void heightsAreProportionalToValues() throws Exception {
    List<Element> bars = bars(PANELS);
    double unit = number(bars.get(1), "height") / 2;
    assertThat(bars).hasSize(6);
    assertThat(bars.stream().map(bar -> number(bar, "height") / unit).map(Math::round))
        .containsExactly(1L, 2L, 4L, 0L, 0L, 120L);
    for (Element bar : bars) {
      assertThat(number(bar, "y") + number(bar, "height")).isEqualTo(408, within());
      assertThat(number(bar, "y")).isGreaterThan(110);
    }
  }

  @Test
  void barsAndTheirNumbersDoNotOverlap() throws Exception {
    List<Element> bars = bars(PANELS);
    for (int i = 1; i < bars.size(); i++) {
      assertThat(number(bars.get(i), "x"))
          .isGreaterThanOrEqualTo(number(bars.get(i - 1), "x") + number(bars.get(i - 1), "width"));
    }
    List<Element> values = texts(PANELS, "value");
    assertThat(values.stream().map(Element::getTextContent))
        .containsExactly("1.0×", "2.0×", "4.0×", "0.50×", "0.00×", "120×");
    assertThat(number(values.get(1), "x") - number(values.get(0), "x"))
        .isGreaterThanOrEqualTo(4 * 0.58 * 12);
  }

  @Test
  void textIsEscapedAndLabelsBreakAtLineFeeds() throws Exception {
    assertThat(texts(PANELS, "title").getFirst().getTextContent()).isEqualTo("A & B <1>");
    assertThat(texts(PANELS, "group").stream().map(Element::getTextContent))
        .containsExactly("a", "b", "c", "d");
    assertThat(texts(PANELS, "panel").stream().map(Element::getTextContent))
        .containsExactly("left", "right");
    assertThat(texts(BARS, "group").getLast().getTextContent()).isEqualTo("<&>\"");
  }

  @Test
  void whatIsNotMeasuredHasNoBarAndWhatIsStatedHasADiamond() throws Exception {
    assertThat(bars(BARS)).hasSize(2);
    assertThat(texts(BARS, "value").stream().map(Element::getTextContent))
        .containsExactly("1.5", "0.80");
    assertThat(elements(BARS, "path")).as("one in the chart, one in the legend").hasSize(2);
    assertThat(texts(BARS, "legend").stream().map(Element::getTextContent))
        .containsExactly("one", "two", "stated in the paper");
    assertThat(elements(VegaLiteSpecification.template("bars").without("point"), "path")).isEmpty();
  }

  @Test
  void theLineAtOneIsAsHighAsABarOfOne() throws Exception {
    Element dashed =
        elements(BARS, "line").stream()
            .filter(line -> line.hasAttribute("stroke-dasharray"))
            .findFirst()
            .orElseThrow();
    double height = number(bars(BARS).getFirst(), "height") / 1.5;
    assertThat(408 - number(dashed, "y1")).isEqualTo(height, within());
    assertThat(elements(PANELS, "line")).noneMatch(line -> line.hasAttribute("stroke-dasharray"));
  }

  @Test
  void partsStandOnOneAnother() throws Exception {
    List<Element> parts = bars(VegaLiteSpecification.template("stacks"));
    assertThat(parts).as("two groups of two bars of three parts").hasSize(12);
    double bottom = 408;
    for (Element part : parts.subList(0, 3)) {
      double height = number(part, "height");
      assertThat(number(part, "y") + height).isEqualTo(bottom, within());
      bottom = number(part, "y");
    }
    assertThat(number(parts.get(3), "height") / number(parts.get(0), "height"))
        .as("LAB 8 has 0.6 of the baseline's")
        .isCloseTo(0.6, org.assertj.core.api.Assertions.within(0.01));
    assertThat(
            texts(VegaLiteSpecification.template("stacks"), "legend").stream()
                .map(Element::getTextContent))
        .containsExactly("L1", "L2", "memory");
  }

  @Test
  void labelsAreAsSlantedAsTheSpecificationSays() throws Exception {
    VegaLiteSpecification slanted =
        VegaLiteSpecification.template("bars")
            .channel("x", x -> x.withObject("/axis").put("labelAngle", -35));
    assertThat(texts(slanted, "group"))
        .allMatch(text -> text.getAttribute("transform").endsWith("rotate(-35.0)"));
    assertThat(texts(VegaLiteSpecification.template("bars"), "group"))
        .noneMatch(text -> text.hasAttribute("transform"));
  }

  @Test
  void aMarkThatIsNotDrawnHereIsRefused() {
    JsonNode mixed = JsonReader.tree(VegaLiteSpecification.template("bars").json());
    ((ArrayNode) mixed.path("layer")).addObject().putObject("mark").put("type", "line");
    assertThatThrownBy(() -> BarChart.of(mixed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not drawn here: {\"type\":\"line\"}");
    assertThatThrownBy(() -> VegaLiteSpecification.template("boxes").svg())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thePictureBringsItsOwnGround() {
    assertThat(PANELS.svg()).contains("width=\"900.0\" height=\"500.0\" rx=\"8\" fill=\"#ffffff\"");
  }

  @Test
  void drawingTwiceGivesTheSamePicture() {
    assertThat(PANELS.svg()).isEqualTo(PANELS.svg());
  }

  private static List<Element> bars(VegaLiteSpecification chart) throws Exception {
    return elements(chart, "rect").stream().filter(rect -> !rect.hasAttribute("rx")).toList();
  }

  private static List<Element> texts(VegaLiteSpecification chart, String style) throws Exception {
    return elements(chart, "text").stream()
        .filter(text -> text.getAttribute("class").equals(style))
        .toList();
  }

  private static List<Element> elements(VegaLiteSpecification chart, String tag) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(chart.svg())));
    NodeList nodes = document.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(0.11);
  }
}
