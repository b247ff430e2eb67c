package dev.syncopate.study.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.chart.MeshMap.End;
import dev.syncopate.study.chart.MeshMap.Link;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The picture is well-formed, every link is in it with its share, and busier ones are darker. */
class MeshMapTest {
  private static final MeshMap MAP =
      new MeshMap(
          "A & B <1>",
          "two by one",
          "of cycles",
          2,
          1,
          List.of(
              new Link(0, End.EAST, "east", 0.5, "0 to \"1\""),
              new Link(1, End.WEST, "west", 0.051, "1 to 0"),
              new Link(0, End.HERE, "unit", 0, "0 to its unit"),
              new Link(1, End.HERE, "bank", 0.999, "1 to its bank")));

  private static Document document(MeshMap map) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(map.svg())));
  }

  private static List<Element> elements(Document document, String tag) {
    NodeList nodes = document.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  @Test
  void everyLinkIsThereWithItsShareAndHint() throws Exception {
    Document document = document(MAP);
    assertThat(elements(document, "text"))
        .extracting(Element::getTextContent)
        .contains("A & B <1>", "two by one", "50%", "5.1%", "0.0%", "100%", "unit", "bank");
    assertThat(elements(document, "title"))
        .extracting(Element::getTextContent)
        .containsExactlyInAnyOrder("0 to \"1\"", "1 to 0", "0 to its unit", "1 to its bank");
    assertThat(elements(document, "path")).as("arrows").hasSize(2);
  }

  @Test
  void aBusierLinkIsDarker() throws Exception {
    List<Element> arrows = elements(document(MAP), "path");
    assertThat(brightness(arrows.get(0))).isLessThan(brightness(arrows.get(1)));
  }

  private static int brightness(Element element) {
    int colour = Integer.parseInt(element.getAttribute("fill").substring(1), 16);
    return (colour >> 16) + (colour >> 8 & 255) + (colour & 255);
  }

  @Test
  void arrowsPointWhereTheirLinksLead() throws Exception {
    List<Element> arrows = elements(document(MAP), "path");
    assertThat(arrows.get(0).getAttribute("transform")).endsWith("rotate(0)");
    assertThat(arrows.get(1).getAttribute("transform")).endsWith("rotate(180)");
  }

  @Test
  void nothingLiesOutsideOfThePicture() throws Exception {
    Document document = document(MAP);
    double width = Double.parseDouble(document.getDocumentElement().getAttribute("width"));
    double height = Double.parseDouble(document.getDocumentElement().getAttribute("height"));
    for (Element text : elements(document, "text")) {
      assertThat(Double.parseDouble(text.getAttribute("x"))).isBetween(0.0, width);
      assertThat(Double.parseDouble(text.getAttribute("y"))).isBetween(0.0, height);
    }
    for (Element box : elements(document, "rect")) {
      double right =
          Double.parseDouble(box.getAttribute("x")) + Double.parseDouble(box.getAttribute("width"));
      assertThat(right).isLessThanOrEqualTo(width);
    }
  }

  @Test
  void aMeshThatHasCarriedNothingIsDrawnToo() throws Exception {
    MeshMap idle =
        new MeshMap("idle", "", "of cycles", 1, 1, List.of(new Link(0, End.HERE, "unit", 0, "")));
    assertThat(elements(document(idle), "text"))
        .extracting(Element::getTextContent)
        .contains("0.0%");
  }
}
