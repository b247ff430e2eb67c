package dev.syncopate.study.chart;

import java.util.Locale;
import java.util.regex.Pattern;

/** SVG elements as text. Coordinates are rounded to a tenth of a pixel. */
final class SvgMarkup {
  /**
   * Colours where the reader's screen is dark. A text on a coloured field has a colour of its class
   * in both.
   */
  private static final String DARK =
      """
      @media (prefers-color-scheme: dark) {
      .picture text { fill: #e8e8e8; }
      .picture .subtitle, .picture .tick, .picture .label, .picture .node { fill: #a8adb5; }
      .picture .ground { fill: #16181c; }
      .picture .box { fill: #22252b; }
      .picture [stroke="#dddddd"] { stroke: #3c4048; }
      .picture [stroke="#333333"], .picture [stroke="#555555"] { stroke: #b8bcc2; }
      }
      """;

  /** The selectors of a rule. */
  private static final Pattern SELECTORS = Pattern.compile("(?m)^([.\\w]+(?:, [.\\w]+)*) \\{");

  private final StringBuilder out = new StringBuilder();

  /**
   * Begins a document in pixels: a style, a ground, a title and perhaps a subtitle.
   *
   * @param style rules of classes and {@code text} inside a {@code style} element; they hold in
   *     this picture alone, also where it stands inside a page
   */
  SvgMarkup open(
      double width, double height, String style, double leftEdge, String title, String subtitle) {
    line(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\""
                + " height=\"%.0f\" class=\"picture\" role=\"img\" aria-label=\"%s\">",
            width,
            height,
            width,
            height,
            escape(title)));
    line(scoped(style).replace("</style>", DARK + "</style>").stripTrailing());
    rectangle(0, 0, width, height, "rx=\"8\" fill=\"#ffffff\" class=\"ground\"");
    text(leftEdge, 36, "start", "title", title);
    if (!subtitle.isEmpty()) {
      text(leftEdge, 58, "start", "subtitle", subtitle);
    }
    return this;
  }

  private static String scoped(String style) {
    return SELECTORS
        .matcher(style)
        .replaceAll(rule -> ".picture " + rule.group(1).replace(", ", ", .picture ") + " {");
  }

  /** A line of markup as it is. */
  SvgMarkup line(String markup) {
    out.append(markup).append('\n');
    return this;
  }

  /** A straight line. */
  SvgMarkup stroke(double x1, double y1, double x2, double y2, String colour) {
    return line(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
            x1,
            y1,
            x2,
            y2,
            colour));
  }

  /** The same, dashed. */
  SvgMarkup dashed(double x1, double y1, double x2, double y2, String colour) {
    return line(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
                + " stroke-dasharray=\"4 3\"/>",
            x1,
            y1,
            x2,
            y2,
            colour));
  }

  /** A white diamond with a black rim, its middle at the point. */
  SvgMarkup diamond(double x, double y) {
    return line(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f,%.1f l4,5 l-4,5 l-4,-5 z\" fill=\"#ffffff\" stroke=\"#000000\""
                + " stroke-width=\"1.2\"/>",
            x,
            y - 5));
  }

  /** A path that is not filled. */
  SvgMarkup path(String path, String colour, double width) {
    return line(
        String.format(
            Locale.ROOT,
            "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
            path,
            escape(colour),
            width));
  }

  /** A filled point of one of five shapes, which follow one another. */
  SvgMarkup point(int shape, double x, double y, String colour) {
    String outline =
        switch (shape % 5) {
          case 0 -> "m-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0";
          case 1 -> "m-3.5,-3.5 h7 v7 h-7 z";
          case 2 -> "m0,-5 l4.6,8 h-9.2 z";
          case 3 -> "m0,-5 l4.5,5 l-4.5,5 l-4.5,-5 z";
          default -> "m0,5 l4.6,-8 h-9.2 z";
        };
    return line(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f,%.1f %s\" fill=\"%s\" class=\"point\"/>",
            x,
            y,
            outline,
            escape(colour)));
  }

  /** Text that ends at the point, turned about it. */
  SvgMarkup slanted(double x, double y, double degrees, String style, String text) {
    return line(
        String.format(
            Locale.ROOT,
            "<text transform=\"translate(%.1f %.1f) rotate(%.1f)\" text-anchor=\"end\""
                + " class=\"%s\">%s</text>",
            x,
            y,
            degrees,
            style,
            escape(text)));
  }

  /** Text that reads upwards, its middle at the point. */
  SvgMarkup upwards(double x, double y, String style, String text) {
    return line(
        String.format(
            Locale.ROOT,
            "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\""
                + " class=\"%s\">%s</text>",
            x,
            y,
            style,
            escape(text)));
  }

  /** Text anchored at its start, middle or end. */
  SvgMarkup text(double x, double y, String anchor, String style, String text) {
    return line(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>",
            x,
            y,
            anchor,
            style,
            escape(text)));
  }

  SvgMarkup rectangle(double x, double y, double width, double height, String attributes) {
    return line(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>",
            x,
            y,
            width,
            height,
            attributes));
  }

  /** What is between tags. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
