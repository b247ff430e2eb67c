package dev.syncopate.study.chart;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.util.Matrix;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * A still picture of this room as a PDF document: one page of the picture's size, vectors, and text
 * in an embedded font, as publishers want figures. It draws the part of SVG that {@link SvgMarkup}
 * writes, in light colours; any other element is refused rather than left out. Equal pictures give
 * equal bytes.
 */
public final class PdfPicture {
  /** A font of the library, whose licence permits embedding. */
  private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  /** Points of a pixel. */
  private static final float POINTS = 0.75f;

  /** Width of the stroke that makes letters bold, over the font's size. */
  private static final float BOLD = 0.035f;

  /** From an end of a quarter of a circle to its control point, over the radius. */
  private static final float ARC = 0.5523f;

  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)\\}");
  private static final Pattern DECLARATION = Pattern.compile("([a-z-]+)\\s*:\\s*([^;]+)");
  private static final Pattern MOVE = Pattern.compile("(translate|rotate)\\(([^)]*)\\)");
  private static final Pattern STEP =
      Pattern.compile("([A-Za-z])|(-?[0-9]+(?:\\.[0-9]+)?|-?\\.[0-9]+)");

  private final PDPageContentStream page;
  private final PDType0Font font;

  /** Declarations by class; those of every text by {@code text}. */
  private final Map<String, Map<String, String>> styles = new HashMap<>();

  private PdfPicture(PDPageContentStream page, PDType0Font font) {
    this.page = page;
    this.font = font;
  }

  /**
   * The document of a picture.
   *
   * @param svg a document of this room
   * @throws IllegalArgumentException if it has an element that is not drawn here
   */
  public static byte[] of(String svg) {
    Element root = parsed(svg);
    float width = number(root, "width");
    float height = number(root, "height");
    try (PDDocument document = new PDDocument();
        InputStream letters = PDDocument.class.getResourceAsStream(FONT);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
      if (letters == null) {
        throw new IllegalStateException("this build has no " + FONT);
      }
      document.setDocumentId(1L); // else the time of day
      PDPage page = new PDPage(new PDRectangle(width * POINTS, height * POINTS));
      document.addPage(page);
      PDType0Font font = PDType0Font.load(document, letters, true);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.transform(new Matrix(POINTS, 0, 0, -POINTS, 0, height * POINTS));
        new PdfPicture(content, font).children(root);
      }
      document.save(bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Element parsed(String svg) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null); // else it prints
      return builder
          .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException | IOException e) {
      throw new IllegalArgumentException("no SVG document: " + e.getMessage(), e);
    }
  }

  private void children(Element parent) throws IOException {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        draw(element);
      }
    }
  }

  private void draw(Element element) throws IOException {
    switch (element.getTagName()) {
      case "style" -> style(element.getTextContent());
      case "title" -> {} // shown under a mouse
      case "g" -> {
        page.saveGraphicsState();
        move(element);
        children(element);
        page.restoreGraphicsState();
      }
      case "rect" -> {
        rectangle(element);
        paint(element);
      }
      case "line" -> {
        page.moveTo(number(element, "x1"), number(element, "y1"));
        page.lineTo(number(element, "x2"), number(element, "y2"));
        paint(element);
      }
      case "path" -> {
        page.saveGraphicsState();
        move(element);
        path(element.getAttribute("d"));
        paint(element);
        page.restoreGraphicsState();
      }
      case "text" -> text(element);
      default ->
          throw new IllegalArgumentException("not drawn here: <" + element.getTagName() + ">");
    }
  }

  // Styles

  /** Rules outside of blocks. Those under {@code @media} are for screens. */
  private void style(String css) {
    Matcher rules =
        RULE.matcher(css.replaceAll("(?s)@media[^{]*\\{(?:[^{}]*\\{[^{}]*\\})*\\s*\\}", ""));
    while (rules.find()) {
      for (String selector : rules.group(1).split(",", -1)) {
        String name = selector.strip().replaceFirst("^.*[ .]", "");
        Map<String, String> declarations = styles.computeIfAbsent(name, _ -> new HashMap<>());
        Matcher declaration = DECLARATION.matcher(rules.group(2));
        while (declaration.find()) {
          declarations.put(declaration.group(1), declaration.group(2).strip());
        }
      }
    }
  }

  /** A property of a text: of its class, or else of every text. */
  private String property(Element element, String name, String otherwise) {
    String common = styles.getOrDefault("text", Map.of()).getOrDefault(name, otherwise);
    return styles.getOrDefault(element.getAttribute("class"), Map.of()).getOrDefault(name, common);
  }

  // Shapes

  private void rectangle(Element element) throws IOException {
    float x = number(element, "x");
    float y = number(element, "y");
    float width = number(element, "width");
    float height = number(element, "height");
    float radius = Math.min(number(element, "rx"), Math.min(width, height) / 2);
    float control = radius * (1 - ARC);
    float right = x + width;
    float bottom = y + height;
    page.moveTo(x + radius, y);
    page.lineTo(right - radius, y);
    page.curveTo(right - control, y, right, y + control, right, y + radius);
    page.lineTo(right, bottom - radius);
    page.curveTo(right, bottom - control, right - control, bottom, right - radius, bottom);
    page.lineTo(x + radius, bottom);
    page.curveTo(x + control, bottom, x, bottom - control, x, bottom - radius);
    page.lineTo(x, y + radius);
    page.curveTo(x, y + control, x + control, y, x + radius, y);
    page.closePath();
  }

  /** Steps {@code M L l h v a z}; an arc is half a circle from left to right or back. */
  private void path(String steps) throws IOException {
    List<Float> numbers = new ArrayList<>();
    char step = 0;
    float[] pen = {0, 0};
    Matcher matcher = STEP.matcher(steps + " z");
    while (matcher.find()) {
      if (matcher.group(1) == null) {
        numbers.add(Float.parseFloat(matcher.group(2)));
        continue;
      }
      step(step, numbers, pen);
      numbers.clear();
      step = matcher.group(1).charAt(0);
    }
    if (steps.strip().endsWith("z")) {
      page.closePath();
    }
  }

  private void step(char step, List<Float> numbers, float[] pen) throws IOException {
    switch (step) {
      case 0, 'z' -> {}
      case 'M', 'L', 'm', 'l' -> {
        boolean relative = Character.isLowerCase(step);
        pen[0] = (relative ? pen[0] : 0) + numbers.get(0);
        pen[1] = (relative ? pen[1] : 0) + numbers.get(1);
        if (Character.toLowerCase(step) == 'm') {
          page.moveTo(pen[0], pen[1]);
        } else {
          page.lineTo(pen[0], pen[1]);
        }
      }
      case 'h' -> page.lineTo(pen[0] += numbers.get(0), pen[1]);
      case 'v' -> page.lineTo(pen[0], pen[1] += numbers.get(0));
      case 'a' -> {
        float across = numbers.get(5);
        float middle = pen[0] + across / 2;
        float top = pen[1] + across / 2;
        float control = ARC * across / 2;
        page.curveTo(pen[0], pen[1] + control, middle - control, top, middle, top);
        pen[0] += across;
        page.curveTo(middle + control, top, pen[0], pen[1] + control, pen[0], pen[1]);
      }
      default -> throw new IllegalArgumentException("not drawn here: path with " + step);
    }
  }

  /**
   * Fills and strokes what has been outlined, as its attributes say; a shape is black by default.
   */
  private void paint(Element element) throws IOException {
    String fill = element.getAttribute("fill");
    String stroke = element.getAttribute("stroke");
    boolean filled = !fill.equals("none") && !element.getTagName().equals("line");
    boolean stroked = !stroke.isEmpty() && !stroke.equals("none");
    if (filled) {
      page.setNonStrokingColor(part(fill, 0), part(fill, 1), part(fill, 2));
    }
    if (stroked) {
      page.setStrokingColor(part(stroke, 0), part(stroke, 1), part(stroke, 2));
      page.setLineWidth(element.hasAttribute("stroke-width") ? number(element, "stroke-width") : 1);
      page.setLineDashPattern(dashes(element), 0);
    }
    if (filled && stroked) {
      page.fillAndStroke();
    } else if (filled) {
      page.fill();
    } else if (stroked) {
      page.stroke();
    }
  }

  private static float[] dashes(Element element) {
    String text = element.getAttribute("stroke-dasharray");
    if (text.isEmpty()) {
      return new float[0];
    }
    String[] lengths = text.split("[ ,]+", -1);
    float[] dashes = new float[lengths.length];
    for (int i = 0; i < dashes.length; i++) {
      dashes[i] = Float.parseFloat(lengths[i]);
    }
    return dashes;
  }

  /** Red, green or blue of a colour such as {@code #555} or {@code #1a1a1a}; of nothing, black. */
  private static float part(String colour, int part) {
    if (colour.isEmpty()) {
      return 0;
    }
    String digits = colour.substring(1);
    int wide = digits.length() / 3;
    int value = Integer.parseInt(digits.substring(part * wide, (part + 1) * wide), 16);
    return value / (wide == 1 ? 15f : 255f);
  }

  private void move(Element element) throws IOException {
    Matcher moves = MOVE.matcher(element.getAttribute("transform"));
    while (moves.find()) {
      String[] numbers = moves.group(2).strip().split("[ ,]+", -1);
      page.transform(
          moves.group(1).equals("rotate")
              ? Matrix.getRotateInstance(Math.toRadians(Float.parseFloat(numbers[0])), 0, 0)
              : Matrix.getTranslateInstance(
                  Float.parseFloat(numbers[0]), Float.parseFloat(numbers[1])));
    }
  }

  // Text

  private void text(Element element) throws IOException {
    String text = known(element.getTextContent());
    float size = Float.parseFloat(property(element, "font-size", "12px").replace("px", ""));
    String fill = property(element, "fill", "#000000");
    float width = font.getStringWidth(text) / 1000 * size;
    float lead =
        switch (element.getAttribute("text-anchor")) {
          case "middle" -> width / 2;
          case "end" -> width;
          default -> 0;
        };
    page.saveGraphicsState();
    move(element);
    page.setNonStrokingColor(part(fill, 0), part(fill, 1), part(fill, 2));
    page.beginText();
    page.setFont(font, size);
    if (property(element, "font-weight", "normal").equals("bold")) {
      page.setRenderingMode(RenderingMode.FILL_STROKE);
      page.setStrokingColor(part(fill, 0), part(fill, 1), part(fill, 2));
      page.setLineWidth(size * BOLD);
      page.setLineDashPattern(new float[0], 0);
    }
    page.setTextMatrix(new Matrix(1, 0, 0, -1, number(element, "x") - lead, number(element, "y")));
    page.showText(text);
    page.endText();
    page.restoreGraphicsState();
  }

  /** The text with a question mark for each letter that the font lacks. */
  private String known(String text) throws IOException {
    StringBuilder letters = new StringBuilder();
    for (int letter : text.codePoints().toArray()) {
      letters.append(hasLetter(Character.toString(letter)) ? Character.toString(letter) : "?");
    }
    return letters.toString();
  }

  private boolean hasLetter(String letter) throws IOException {
    try {
      return font.encode(letter).length > 0;
    } catch (IllegalArgumentException e) {
      return false; // as the library says it
    }
  }

  private static float number(Element element, String attribute) {
    String text = element.getAttribute(attribute);
    return text.isEmpty() ? 0 : Float.parseFloat(text);
  }
}
