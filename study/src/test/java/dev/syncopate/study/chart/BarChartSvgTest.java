package dev.syncopate.study.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.chart.BarChart.Group;
import dev.syncopate.study.chart.BarChart.Panel;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * The drawing is well-formed, its bars are as high as their values, and nothing lies over anything.
 */
class BarChartSvgTest {
  private static final BarChart CHART =
      new BarChart(
          "A & B <1>",
          "subtitle",
          "Speed-up",
          "×",
          List.of("one", "two"),
          List.of(
              new Panel("left", List.of(new Group("a\nb", List.of(1.0, 2.0)))),
              new Panel(
                  "right",
                  List.of(
                      new Group("c", List.of(4.0, 0.5)), new Group("d", List.of(0.0, 120.0))))));

  @Test
  void heightsAreProportionalToValues() throws Exception {
    List<Element> bars = bars(CHART);
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
    List<Element> bars = bars(CHART);
    for (int i = 1; i < bars.size(); i++) {
      assertThat(number(bars.get(i), "x"))
          .isGreaterThanOrEqualTo(number(bars.get(i - 1), "x") + number(bars.get(i - 1), "width"));
    }
    List<Element> values = texts(CHART, "value");
    assertThat(values.stream().map(Element::getTextContent))
        .containsExactly("1.0×", "2.0×", "4.0×", "0.50×", "0.00×", "120×");
    assertThat(number(values.get(1), "x") - number(values.get(0), "x"))
        .isGreaterThanOrEqualTo(4 * 0.58 * 12);
  }

  @Test
  void textIsEscapedAndLabelsBreakAtLineFeeds() throws Exception {
    assertThat(texts(CHART, "title").getFirst().getTextContent()).isEqualTo("A & B <1>");
    assertThat(texts(CHART, "group").stream().map(Element::getTextContent))
        .containsExactly("a", "b", "c", "d");
    assertThat(texts(CHART, "panel").stream().map(Element::getTextContent))
        .containsExactly("left", "right");
  }

  @Test
  void thePictureBringsItsOwnGround() {
    assertThat(BarChartSvg.draw(CHART))
        .contains("width=\"900.0\" height=\"500.0\" rx=\"8\" fill=\"#ffffff\"");
  }

  @Test
  void drawingTwiceGivesTheSamePicture() {
    assertThat(BarChartSvg.draw(CHART)).isEqualTo(BarChartSvg.draw(CHART));
  }

  private static List<Element> bars(BarChart chart) throws Exception {
    return elements(chart, "rect").stream().filter(rect -> !rect.hasAttribute("rx")).toList();
  }

  private static List<Element> texts(BarChart chart, String style) throws Exception {
    return elements(chart, "text").stream()
        .filter(text -> text.getAttribute("class").equals(style))
        .toList();
  }

  private static List<Element> elements(BarChart chart, String tag) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(BarChartSvg.draw(chart))));
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
