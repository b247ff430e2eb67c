package dev.syncopate.study.chart;

import java.util.List;
import java.util.Locale;

/** Draws a {@link HeatGrid}: pale for the least value, dark for the greatest. */
final class HeatGridSvg {
  private static final double MARGIN = 24;
  private static final double TOP = 124;
  private static final double FIELD_WIDTH = 86;
  private static final double FIELD_HEIGHT = 38;
  private static final double LETTER = 7.2;

  /** Pale, then dark; the steps between are mixed. The order of luminance stays in grey. */
  private static final int[][] COLOURS = {
    {0xf7, 0xfb, 0xff}, {0xc6, 0xdb, 0xef}, {0x42, 0x92, 0xc6}, {0x08, 0x30, 0x6b}
  };

  private static final String EMPTY = "#eeeeee";

  /** A share of the scale from which text on it is white. */
  private static final double DARK = 0.55;

  private static final String STYLE =
      """
      <style>
      text { font-family: Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; fill: #1a1a1a; }
      .title { font-size: 19px; font-weight: bold; }
      .subtitle { font-size: 13px; fill: #555; }
      .axis { font-size: 13px; }
      .label { font-size: 12.5px; fill: #444; }
      .field { font-size: 12px; fill: #1a1a1a; }
      .pale { font-size: 12px; fill: #ffffff; }
      </style>
      """;

  private final HeatGrid grid;
  private final double left;
  private final double minimum;
  private final double greatest;
  private final SvgMarkup svg = new SvgMarkup();

  HeatGridSvg(HeatGrid grid) {
    this.grid = grid;
    int longest = grid.rows().stream().mapToInt(String::length).max().orElse(0);
    left = MARGIN + Math.max(60, Math.max(longest, grid.down().length()) * LETTER);
    minimum = extreme(true);
    greatest = extreme(false);
  }

  private double extreme(boolean low) {
    var present =
        grid.values().stream().flatMap(List::stream).filter(value -> !value.isNaN()).toList();
    var stream = present.stream().mapToDouble(Double::doubleValue);
    return (low ? stream.min() : stream.max()).orElse(0);
  }

  String draw() {
    double width = Math.max(480, left + grid.columns().size() * FIELD_WIDTH + MARGIN);
    double height = TOP + grid.rows().size() * FIELD_HEIGHT + MARGIN;
    svg.open(width, height, STYLE, MARGIN, grid.title(), grid.subtitle());
    svg.text(left, 84, "start", "axis", grid.across());
    svg.text(left - 10, TOP - 10, "end", "axis", grid.down());
    for (int column = 0; column < grid.columns().size(); column++) {
      double x = left + (column + 0.5) * FIELD_WIDTH;
      svg.text(x, TOP - 10, "middle", "label", grid.columns().get(column));
    }
    for (int row = 0; row < grid.rows().size(); row++) {
      double y = TOP + row * FIELD_HEIGHT;
      svg.text(left - 10, y + FIELD_HEIGHT / 2 + 4, "end", "label", grid.rows().get(row));
      for (int column = 0; column < grid.columns().size(); column++) {
        field(row, column, left + column * FIELD_WIDTH, y);
      }
    }
    svg.line("</svg>");
    return svg.toString();
  }

  private void field(int row, int column, double x, double y) {
    double value = grid.values().get(row).get(column);
    double share = greatest > minimum ? (value - minimum) / (greatest - minimum) : 0;
    String colour = Double.isNaN(value) ? EMPTY : colour(share);
    svg.rectangle(
        x + 1, y + 1, FIELD_WIDTH - 2, FIELD_HEIGHT - 2, "rx=\"3\" fill=\"" + colour + "\"");
    String style = !Double.isNaN(value) && share > DARK ? "pale" : "field";
    svg.text(
        x + FIELD_WIDTH / 2,
        y + FIELD_HEIGHT / 2 + 4,
        "middle",
        style,
        grid.texts().get(row).get(column));
  }

  /** A colour between those of the scale. */
  private static String colour(double share) {
    double place = Math.clamp(share, 0, 1) * (COLOURS.length - 1);
    int below = (int) Math.min(place, COLOURS.length - 2);
    int[] mixed = new int[3];
    for (int i = 0; i < mixed.length; i++) {
      double weight = place - below;
      mixed[i] =
          (int) Math.round(COLOURS[below][i] * (1 - weight) + COLOURS[below + 1][i] * weight);
    }
    return String.format(Locale.ROOT, "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
  }
}
