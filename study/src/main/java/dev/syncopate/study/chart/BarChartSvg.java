package dev.syncopate.study.chart;

import dev.syncopate.study.chart.BarChart.Group;
import dev.syncopate.study.chart.BarChart.Panel;
import java.util.List;
import java.util.Locale;

/**
 * Draws a {@link BarChart} on 900 by 500 pixels. Colours are Okabe and Ito's, which stay apart
 * without colour vision and in grey; the picture brings its own light ground.
 */
public final class BarChartSvg {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 500;
  private static final double LEFT = 78;
  private static final double RIGHT = 876;
  private static final double TOP = 122;
  private static final double BOTTOM = 408;
  private static final double PANEL_GAP = 28;

  /** Width of a digit of the numbers over the bars, over their font size. */
  private static final double DIGIT = 0.58;

  private static final List<String> COLOURS =
      List.of("#bdbdbd", "#e69f00", "#0072b2", "#009e73", "#cc79a7", "#d55e00");

  private static final String STYLE =
      """
      <style>
      text { font-family: Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; fill: #1a1a1a; }
      .title { font-size: 19px; font-weight: bold; }
      .subtitle { font-size: 13px; fill: #555; }
      .axis, .group { font-size: 12.5px; }
      .tick { font-size: 12px; fill: #444; }
      .panel { font-size: 14px; font-weight: bold; }
      .legend { font-size: 13px; }
      .value { font-size: VALUE_SIZEpx; }
      </style>
      """;

  private final BarChart chart;
  private final Scale scale;
  private final Markup svg = new Markup();
  private final double groupWidth;
  private final double barWidth;

  private BarChartSvg(BarChart chart) {
    this.chart = chart;
    // The highest bar's number needs room under the legend.
    scale = Scale.upTo(chart.highest() * 1.06);
    int groups = chart.panels().stream().mapToInt(panel -> panel.groups().size()).sum();
    double room = RIGHT - LEFT - PANEL_GAP * (chart.panels().size() - 1);
    groupWidth = room / Math.max(1, groups);
    barWidth = groupWidth * 0.84 / Math.max(1, chart.series().size());
  }

  /** The picture as a document of its own, which may also stand inside a page. */
  public static String draw(BarChart chart) {
    return new BarChartSvg(chart).document();
  }

  private String document() {
    svg.line(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" role=\"img\" aria-label=\"%s\">",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT,
            Markup.escape(chart.title())));
    svg.line(STYLE.replace("VALUE_SIZE", number(valueSize())).stripTrailing());
    svg.rectangle(0, 0, WIDTH, HEIGHT, "rx=\"8\" fill=\"#ffffff\"");
    svg.text(LEFT - 54, 36, "start", "title", chart.title());
    svg.text(LEFT - 54, 58, "start", "subtitle", chart.subtitle());
    legend();
    axis();
    double x = LEFT;
    for (Panel panel : chart.panels()) {
      panel(panel, x);
      x += panel.groups().size() * groupWidth + PANEL_GAP;
    }
    svg.line("</svg>");
    return svg.toString();
  }

  private void legend() {
    double x = LEFT - 54;
    for (int i = 0; i < chart.series().size(); i++) {
      svg.rectangle(x, 79, 14, 14, "rx=\"2\" " + fill(i));
      svg.text(x + 20, 91, "start", "legend", chart.series().get(i));
      x += 20 + 6.4 * chart.series().get(i).length() + 22;
    }
  }

  private void axis() {
    List<String> labels = scale.labels();
    for (int i = 0; i < labels.size(); i++) {
      double y = height(i * scale.step());
      svg.stroke(LEFT, y, RIGHT, y, i == 0 ? "#333333" : "#dddddd");
      svg.text(LEFT - 8, y + 4, "end", "tick", labels.get(i));
    }
    svg.upwards(LEFT - 50, (TOP + BOTTOM) / 2, "axis", chart.axis());
  }

  private void panel(Panel panel, double left) {
    double x = left;
    for (Group group : panel.groups()) {
      bars(group, x + groupWidth * 0.08);
      String[] lines = group.label().split("\n", -1);
      for (int i = 0; i < lines.length; i++) {
        svg.text(x + groupWidth / 2, BOTTOM + 19 + 15 * i, "middle", "group", lines[i]);
      }
      x += groupWidth;
    }
    svg.stroke(left + 4, BOTTOM + 52, x - 4, BOTTOM + 52, "#999999");
    svg.text((left + x) / 2, BOTTOM + 72, "middle", "panel", panel.title());
  }

  private void bars(Group group, double left) {
    for (int i = 0; i < group.values().size(); i++) {
      double value = group.values().get(i);
      double x = left + i * barWidth;
      double y = height(value);
      svg.rectangle(x + 1, y, barWidth - 2, BOTTOM - y, fill(i));
      svg.text(x + barWidth / 2, y - 5, "middle", "value", number(value) + chart.unit());
    }
  }

  private double height(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / scale.top();
  }

  /** As large as fits between the neighbours' numbers, 12 at most. */
  private double valueSize() {
    int longest = number(chart.highest()).length() + chart.unit().length();
    return Math.min(12, barWidth / (DIGIT * Math.max(4, longest)));
  }

  private static String fill(int series) {
    return "fill=\"" + COLOURS.get(series % COLOURS.size()) + "\"";
  }

  /** Two digits that count, or all of a large number. */
  private static String number(double value) {
    int decimals = value < 0.995 ? 2 : value < 9.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
