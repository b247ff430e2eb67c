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
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Small multiples are well-formed, panels have their own heights, and gaps stay gaps. */
class LineChartSvgTest {
  private static final VegaLiteSpecification MULTIPLES =
      VegaLiteSpecification.template("multiples")
          .title("A & B <1>", "subtitle")
          .axis("y", "relative time")
          .axis("x", "compute units")
          .colours(List.of("one", "two"), List.of("#bdbdbd", "#e69f00"))
          .panels(List.of("left", "middle", "right"))
          .columns(2)
          .data(
              List.of(
                  row("left", 1, "one", 1),
                  row("left", 2, "one", 2),
                  row("left", 4, "one", 1),
                  row("middle", 1, "one", 100),
                  row("middle", 2, "one", Double.NaN),
                  row("middle", 4, "one", 50),
                  row("middle", 1, "two", 50),
                  row("right", 4, "two", Double.NaN)));

  private static Map<String, Object> row(String panel, long x, String series, double value) {
    return VegaLiteSpecification.row("panel", panel, "x", x, "series", series, "value", value);
  }

  private static List<Element> paths(String style) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(MULTIPLES.svg())));
    NodeList elements = document.getElementsByTagName("path");
    List<Element> paths = new ArrayList<>();
    for (int i = 0; i < elements.getLength(); i++) {
      if (elements.item(i) instanceof Element path && path.getAttribute("class").equals(style)) {
        paths.add(path);
      }
    }
    return paths;
  }

  private static double[] at(Element point) {
    String[] place = point.getAttribute("d").replaceFirst("^M([^ ]+) .*$", "$1").split(",", -1);
    return new double[] {Double.parseDouble(place[0]), Double.parseDouble(place[1])};
  }

  @Test
  void everyNumberIsAPointAndPanelsStandInRows() throws Exception {
    List<Element> points = paths("point").subList(2, paths("point").size()); // without the legend
    assertThat(points).as("NaN is none").hasSize(6);
    assertThat(at(points.get(1))[1]).as("higher is up").isLessThan(at(points.get(0))[1]);
    assertThat(at(points.get(0))[1]).isEqualTo(at(points.get(2))[1]);
    assertThat(at(points.get(3))[0]).as("second column").isGreaterThan(at(points.get(2))[0]);
    assertThat(at(points.get(3))[1])
        .as("100 in a panel of its own heights is not far above 2 in another")
        .isBetween(112.0, 112.0 + 206);
    assertThat(MULTIPLES.svg()).contains(">right</text>", "A &amp; B &lt;1&gt;", ">4</text>");
  }

  @Test
  void aLineIsBrokenWhereNothingWasMeasured() throws Exception {
    List<Element> lines = paths("");
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0).getAttribute("d")).matches("M[^ML]+ L[^ML]+ L[^ML]+");
    assertThat(lines.get(1).getAttribute("d")).as("a gap").matches("M[^ML]+ M[^ML]+");
  }

  @Test
  void whatIsNotDrawnHereIsRefused() {
    JsonNode mixed = JsonReader.tree(MULTIPLES.json());
    ((ArrayNode) mixed.at("/spec/layer")).addObject().putObject("mark").put("type", "area");
    assertThatThrownBy(() -> LineChart.of(mixed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not drawn here: {\"type\":\"area\"}");
  }

  @Test
  void aChartWithoutPanelsIsOneWithALineAcross() {
    String svg =
        VegaLiteSpecification.template("lines")
            .title("t", "")
            .colours(List.of("one"), List.of("#0072b2"))
            .data(List.of(row("", 8, "one", 2), row("", 16, "one", 1)))
            .svg();
    assertThat(svg).contains(">16</text>", "stroke-dasharray=\"4 3\"", ">t</text>");
    assertThat(svg).containsOnlyOnce("fill=\"none\" stroke=\"#0072b2\"");
  }

  @Test
  void aPlaceHasItsLabelInBothDrawings() {
    Map<String, Object> first = row("", 8192, "one", 2);
    first.put("label", "8KiB");
    VegaLiteSpecification specification =
        VegaLiteSpecification.template("lines")
            .colours(List.of("one"), List.of("#0072b2"))
            .labels(new TreeMap<>(Map.of(8192L, "8KiB", 16384L, "16\"KiB")))
            .data(List.of(first));
    assertThat(specification.svg()).contains(">8KiB</text>").doesNotContain("8192");
    assertThat(specification.json())
        .contains(
            "\"labelExpr\": \"{\\\"8192\\\":\\\"8KiB\\\",\\\"16384\\\":\\\"16\\\\\\\"KiB\\\"}[datum.value]\"");
    assertThat(
            VegaLiteSpecification.template("lines").labels(new TreeMap<>(Map.of(8L, "8"))).json())
        .as("numbers are their labels")
        .doesNotContain("labelExpr");
  }

  /** Of lines that coincide the lower ones show at both sides. */
  @Test
  void eachLineIsNarrowerThanTheOneBelow() throws Exception {
    List<Double> widths =
        paths("").stream()
            .map(path -> Double.parseDouble(path.getAttribute("stroke-width")))
            .toList();
    assertThat(widths).first().isEqualTo(5.0);
    assertThat(MULTIPLES.svg()).contains("stroke-width=\"1.5\"");
  }

  /** Where the picture stands inside a page, the page's text keeps its colour. */
  @Test
  void theStyleIsThatOfThePictureAlone() {
    assertThat(MULTIPLES.svg().lines().filter(line -> line.matches("[^<@}].*\\{.*")))
        .isNotEmpty()
        .allMatch(line -> line.startsWith(".picture "));
    assertThat(MULTIPLES.svg())
        .contains("class=\"picture\"", "@media (prefers-color-scheme: dark)", "class=\"ground\"");
  }
}
