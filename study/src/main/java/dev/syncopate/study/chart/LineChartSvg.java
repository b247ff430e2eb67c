package dev.syncopate.study.chart;

import java.util.List;
import java.util.Locale;

/**
 * Draws a {@link LineChart} 900 pixels wide, as high as its rows need. Points have a shape for each
 * line, so that lines stay apart without colour. The picture brings its own light ground.
 */
final class LineChartSvg {
  private static final int WIDTH = 900;
  private static final double LEFT = 52;
  private static final double RIGHT = 884;
  private static final double TOP = 112;
  private static final double PANEL = 132;
  private static final double ROW = 206;
  private static final double GAP = 46;

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

  private LineChartSvg(LineChart chart) {
    this.chart = chart;
    width = (RIGHT - LEFT - GAP * (chart.columns() - 1)) / chart.columns();
    step = width / Math.max(1, chart.places().size());
  }

  /** The picture as a separate document, which may also stand inside a page. */
  static String draw(LineChart chart) {
    return new LineChartSvg(chart).document();
  }

  private String document() {
    int rows = (chart.panels().size() + chart.columns() - 1) / chart.columns();
    int height = (int) (TOP + rows * ROW + 8);
    svg.open(WIDTH, height, STYLE, 24, chart.title(), chart.subtitle());
    legend();
    for (int i = 0; i < chart.panels().size(); i++) {
      int row = i / chart.columns();
      int column = i % chart.columns();
      panel(chart.panels().get(i), LEFT + column * (width + GAP), TOP + row * ROW + 22);
    }
    svg.upwards(16, TOP + rows * ROW / 2, "axis", chart.axis());
    svg.text((LEFT + RIGHT) / 2, height - 10, "middle", "axis", chart.across());
    svg.line("</svg>");
    return svg.toString();
  }

  private void legend() {
    double x = 30;
    for (int i = 0; i < chart.lines().size(); i++) {
      BarChart.Series line = chart.lines().get(i);
      svg.point(i, x, 82, line.colour());
      svg.text(x + 13, 86, "start", "legend", line.name());
      x += 13 + LETTER * line.name().length() + 28;
    }
  }

  private void panel(LineChart.Panel panel, double leftEdge, double top) {
    double bottom = top + PANEL;
    AxisScale scale = AxisScale.upTo(panel.highest() * 1.02);
    List<String> labels = scale.labels();
    for (int i = 0; i < labels.size(); i++) {
      double y = bottom - PANEL * i / scale.ticks();
      svg.stroke(leftEdge, y, leftEdge + width, y, i == 0 ? "#333333" : "#dddddd");
      svg.text(leftEdge - 6, y + 4, "end", "tick", labels.get(i));
    }
    for (int i = 0; i < chart.places().size(); i++) {
      svg.text(x(leftEdge, i), bottom + 16, "middle", "tick", Long.toString(chart.places().get(i)));
    }
    svg.text(leftEdge + width / 2, top - 8, "middle", "panel", panel.title());
    for (int i = 0; i < panel.heights().size(); i++) {
      line(i, panel.heights().get(i), leftEdge, bottom, PANEL / scale.top());
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
