package dev.syncopate.study.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

/** Pictures as PDF, drawn again by the library to look at them. */
class PdfPictureTest {
  private static String bars() {
    return VegaLiteSpecification.template("bars").svg();
  }

  private static List<String> pictures() {
    List<String> pictures = new ArrayList<>();
    for (String template : List.of("bars", "lines", "multiples", "panels", "stacks")) {
      pictures.add(VegaLiteSpecification.template(template).svg());
    }
    pictures.add(
        new HeatGrid(
                "map",
                "",
                "across",
                "down",
                List.of("a"),
                List.of("b"),
                List.of(List.of(1.0)),
                List.of(List.of("1.00×")))
            .svg());
    pictures.add(
        new MeshMap(
                "mesh",
                "2 by 1 routers",
                "share",
                2,
                1,
                List.of(
                    new MeshMap.Link(0, MeshMap.End.EAST, "router 1", 0.5, "busy"),
                    new MeshMap.Link(1, MeshMap.End.HERE, "bank 1", 0.9, "busy")))
            .svg());
    return pictures;
  }

  /** What a point of a picture in pixels is painted with. */
  private static String colour(String svg, int x, int y) throws IOException {
    try (PDDocument document = Loader.loadPDF(PdfPicture.of(svg))) {
      BufferedImage image = new PDFRenderer(document).renderImageWithDPI(0, 96);
      return String.format("#%06x", image.getRGB(x, y) & 0xffffff);
    }
  }

  @Test
  void thePageHasThePicturesSizeAndItsTextAsText() throws IOException {
    for (String svg : pictures()) {
      try (PDDocument document = Loader.loadPDF(PdfPicture.of(svg))) {
        assertThat(document.getNumberOfPages()).isEqualTo(1);
        PDPage page = document.getPage(0);
        assertThat(svg)
            .contains(
                "width=\"%.0f\" height=\"%.0f\""
                    .formatted(
                        page.getMediaBox().getWidth() / 0.75,
                        page.getMediaBox().getHeight() / 0.75));
        String title = svg.replaceFirst("(?s).* class=\"title\">([^<]*)<.*", "$1");
        assertThat(new PDFTextStripper().getText(document)).contains(title);
      }
    }
  }

  @Test
  void everyFontIsEmbedded() throws IOException {
    try (PDDocument document = Loader.loadPDF(PdfPicture.of(bars()))) {
      for (COSName name : document.getPage(0).getResources().getFontNames()) {
        assertThat(document.getPage(0).getResources().getFont(name).isEmbedded()).isTrue();
      }
      assertThat(document.getPage(0).getResources().getFontNames()).isNotEmpty();
    }
  }

  @Test
  void shapesHaveTheirColoursWhereTheyAreAndTheGroundIsLight() throws IOException {
    String svg =
        new SvgMarkup()
            .open(
                200,
                100,
                "<style>\ntext { fill: #1a1a1a; }\n.big { font-size: 40px; }\n</style>\n",
                4,
                "title",
                "")
            .text(150, 45, "start", "big", "■")
            .rectangle(20, 60, 30, 30, "fill=\"#e69f00\"")
            .point(0, 100, 75, "#0072b2")
            .path("M120,80 L160,80", "#009e73", 6)
            .line("<g transform=\"translate(0 -40)\">")
            .stroke(170, 100, 190, 100, "#d55e00")
            .line("</g>")
            .line("</svg>")
            .toString();
    assertThat(svg).contains("@media (prefers-color-scheme: dark)");
    assertThat(colour(svg, 5, 95)).as("ground").isEqualTo("#ffffff");
    assertThat(colour(svg, 160, 35)).as("text").isEqualTo("#1a1a1a");
    assertThat(colour(svg, 35, 75)).isEqualTo("#e69f00");
    assertThat(colour(svg, 35, 25)).as("not upside down").isEqualTo("#ffffff");
    assertThat(colour(svg, 99, 73)).as("upper half of a circle").isEqualTo("#0072b2");
    assertThat(colour(svg, 101, 76)).as("lower half").isEqualTo("#0072b2");
    assertThat(colour(svg, 140, 80)).isEqualTo("#009e73");
    assertThat(colour(svg, 180, 60)).as("moved with its group").isNotEqualTo("#ffffff");
    assertThat(colour(svg, 180, 95)).isEqualTo("#ffffff");
  }

  @Test
  void textEndsOrHasItsMiddleWhereItIsAnchored() throws IOException {
    for (String anchor : List.of("start", "middle", "end")) {
      String svg =
          new SvgMarkup()
              .open(
                  300,
                  60,
                  "<style>\n.big { font-size: 40px; fill: #ff0000; }\n</style>\n",
                  4,
                  "",
                  "")
              .text(150, 50, anchor, "big", "■■")
              .line("</svg>")
              .toString();
      boolean isLeft = !colour(svg, 135, 40).equals("#ffffff");
      boolean isRight = !colour(svg, 165, 40).equals("#ffffff");
      assertThat(List.of(isLeft, isRight))
          .as(anchor)
          .isEqualTo(List.of(!anchor.equals("start"), !anchor.equals("end")));
    }
  }

  @Test
  void equalPicturesAreEqualBytes() {
    assertThat(PdfPicture.of(bars())).isEqualTo(PdfPicture.of(bars()));
  }

  @Test
  void aLetterThatTheFontLacksIsAQuestionMark() throws IOException {
    String svg = VegaLiteSpecification.template("bars").title("a \u4e2d b", "").svg();
    try (PDDocument document = Loader.loadPDF(PdfPicture.of(svg))) {
      assertThat(new PDFTextStripper().getText(document)).contains("a ? b");
    }
  }

  @Test
  void anElementThatIsNotDrawnIsRefused() {
    assertThatThrownBy(() -> PdfPicture.of(bars().replace("</svg>", "<circle r=\"1\"/></svg>")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not drawn here: <circle>");
    assertThatThrownBy(() -> PdfPicture.of("<svg"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no SVG document: ");
  }
}
