package dev.syncopate.study.chart;

import java.util.List;
import java.util.Locale;

/**
 * Draws a {@link LineChart} 900 pixels wide, as high as its rows need. Points have a shape for each
 * line, so that lines stay apart without colour. Each line is narrower than the one before, so that
 * lines that coincide show as stripes.
 */
final class LineChartSvg {
  private static final int WIDTH = 900;
  private static final double LEFT = 52;
  private static final double RIGHT = 884;
  private static final double TOP = 112;
  private static final double PANEL = 132;

  /** Of the only panel. */
  private static final double WHOLE = 300;

  /** Heading and axis of a panel. */
  private static final double MARGIN = 74;

  private static final double GAP = 46;

  /** Left edge of the legend, and the width of an entry without its name. */
  private static final double LEGEND = 30;

  private static final double ENTRY = 41;

  /** Width of a letter of the legend. */
  private static final double LETTER = 7.2;

  private static final String STYLE =
      """
      <style>
      text { font-family: Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; fill: #1a1a1a; }
      .title { font-size: 19px; font-weight: bold; }
      .subtitle { font-size: 13px; fill: #555; }
      .axis { font-size: 12.5px; }
      .tick { font-size: 11px; fill: #444; }
      .panel { font-size: 13px; font-weight: bold; }
      .legend { font-size: 13px; }
      </style>
      """;

  private final LineChart chart;
  private final SvgMarkup svg = new SvgMarkup();
  private final double width;
  private final double step;
  private final double panelHeight;
  private final double rowHeight;

  private LineChartSvg(LineChart chart) {
    this.chart = chart;
    width = (RIGHT - LEFT - GAP * (chart.columns() - 1)) / chart.columns();
    step = width / Math.max(1, chart.places().size());
    boolean isWhole = chart.panels().size() == 1 && chart.panels().getFirst().title().isEmpty();
    panelHeight = isWhole ? WHOLE : PANEL;
    rowHeight = panelHeight + MARGIN;
  }

  /** The picture as a separate document, which may also stand inside a page. */
  static String draw(LineChart chart) {
    return new LineChartSvg(chart).document();
  }

  private String document() {
    int rows = (chart.panels().size() + chart.columns() - 1) / chart.columns();
    int shift = (int) Legend.places(names(), LEGEND, RIGHT, ENTRY, LETTER).getLast().down();
    int height = (int) (TOP + rows * rowHeight + 8);
    svg.open(WIDTH, height + shift, STYLE, 24, chart.title(), chart.subtitle());
    legend();
    svg.line("<g transform=\"translate(0 " + shift + ")\">");
    for (int i = 0; i < chart.panels().size(); i++) {
      int row = i / chart.columns();
      int column = i % chart.columns();
      panel(chart.panels().get(i), LEFT + column * (width + GAP), TOP + row * rowHeight + 22);
    }
    svg.upwards(16, TOP + rows * rowHeight / 2, "axis", chart.axis());
    svg.text((LEFT + RIGHT) / 2, height - 10, "middle", "axis", chart.across());
    svg.line("</g>");
    svg.line("</svg>");
    return svg.toString();
  }

  private void legend() {
    List<Legend.Place> places = Legend.places(names(), LEGEND, RIGHT, ENTRY, LETTER);
    for (int i = 0; i < chart.lines().size(); i++) {
      BarChart.Series line = chart.lines().get(i);
      Legend.Place place = places.get(i);
      svg.point(i, place.x(), 82 + place.down(), line.colour());
      svg.text(place.x() + 13, 86 + place.down(), "start", "legend", line.name());
    }
  }

  private List<String> names() {
    return chart.lines().stream().map(BarChart.Series::name).toList();
  }

  private void panel(LineChart.Panel panel, double leftEdge, double top) {
    double bottom = top + panelHeight;
    AxisScale scale = AxisScale.upTo(panel.highest() * 1.02);
    List<String> labels = scale.labels();
    for (int i = 0; i < labels.size(); i++) {
      double y = bottom - panelHeight * i / scale.ticks();
      svg.stroke(leftEdge, y, leftEdge + width, y, i == 0 ? "#333333" : "#dddddd");
      svg.text(leftEdge - 6, y + 4, "end", "tick", labels.get(i));
    }
    for (int i = 0; i < chart.places().size(); i++) {
      svg.text(x(leftEdge, i), bottom + 16, "middle", "tick", chart.labels().get(i));
    }
    if (!Double.isNaN(chart.rule()) && chart.rule() <= scale.top()) {
      double y = bottom - chart.rule() * panelHeight / scale.top();
      svg.dashed(leftEdge, y, leftEdge + width, y, "#555555");
    }
    svg.text(leftEdge + width / 2, top - 8, "middle", "panel", panel.title());
    for (int i = 0; i < panel.heights().size(); i++) {
      line(i, panel.heights().get(i), leftEdge, bottom, panelHeight / scale.top());
    }
  }

  /** Where nothing was measured, the line is broken. */
  private void line(int series, double[] heights, double leftEdge, double bottom, double unit) {
    String colour = chart.lines().get(series).colour();
    StringBuilder path = new StringBuilder();
    boolean penDown = false;
    for (int i = 0; i < heights.length; i++) {
      if (!Double.isNaN(heights[i])) {
        double y = bottom - heights[i] * unit;
        path.append(
            String.format(Locale.ROOT, "%s%.1f,%.1f", penDown ? " L" : " M", x(leftEdge, i), y));
      }
      penDown = !Double.isNaN(heights[i]);
    }
    if (!path.isEmpty()) {
      svg.path(
          path.toString().strip(),
          colour,
          VegaLiteSpecification.width(series, chart.lines().size()));
    }
    for (int i = 0; i < heights.length; i++) {
      if (!Double.isNaN(heights[i])) {
        svg.point(series, x(leftEdge, i), bottom - heights[i] * unit, colour);
      }
    }
  }

  private double x(double leftEdge, int place) {
    return leftEdge + step * (place + 0.5);
  }
}
