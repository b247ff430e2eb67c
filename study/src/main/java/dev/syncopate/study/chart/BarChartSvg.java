package dev.syncopate.study.chart;

import dev.syncopate.study.chart.BarChart.Bar;
import dev.syncopate.study.chart.BarChart.Group;
import dev.syncopate.study.chart.BarChart.Panel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Draws a {@link BarChart} on 900 by 500 pixels, or more where labels are slanted. A still picture
 * tells nothing where the mouse is: the value stands over each bar.
 */
final class BarChartSvg {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 500;
  private static final double LEFT = 78;
  private static final double RIGHT = 876;
  private static final double TOP = 122;
  private static final double BOTTOM = 408;
  private static final double PANEL_GAP = 28;

  /** Width of a digit of the numbers over the bars, over their font size. */
  private static final double DIGIT = 0.58;

  /** Width of a letter of a group's label. */
  private static final double LETTER = 6.4;

  private static final int MOST_LINES = 3;

  /** From the middle of a point to its rim. */
  private static final double RIM = 5;

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
      .clipped { font-size: 11px; font-weight: bold; }
      </style>
      """;

  private final BarChart chart;
  private final AxisScale scale;
  private final SvgMarkup svg = new SvgMarkup();
  private final double groupWidth;
  private final double barWidth;

  private BarChartSvg(BarChart chart) {
    this.chart = chart;
    // The highest bar's number needs room under the legend.
    scale = AxisScale.upTo(chart.highest() * 1.06);
    int groups = chart.panels().stream().mapToInt(panel -> panel.groups().size()).sum();
    double room = RIGHT - LEFT - PANEL_GAP * (chart.panels().size() - 1);
    groupWidth = room / Math.max(1, groups);
    barWidth = groupWidth * 0.84 / Math.max(1, bars());
  }

  /** In the group that has most. */
  private int bars() {
    return chart.panels().stream()
        .flatMap(panel -> panel.groups().stream())
        .mapToInt(group -> group.bars().size())
        .max()
        .orElse(0);
  }

  /** The picture as a separate document, which may also stand inside a page. */
  static String draw(BarChart chart) {
    return new BarChartSvg(chart).document();
  }

  private String document() {
    int shift = (int) legendPlaces().getLast().down();
    int pixels = HEIGHT + shift + slantedLabels();
    svg.open(
        WIDTH,
        pixels,
        STYLE.replace("VALUE_SIZE", BarText.of(valueSize())),
        LEFT - 54,
        chart.title(),
        chart.subtitle());
    legend();
    svg.line("<g transform=\"translate(0 " + shift + ")\">");
    axis();
    double x = LEFT;
    for (Panel panel : chart.panels()) {
      panel(panel, x);
      x += panel.groups().size() * groupWidth + PANEL_GAP;
    }
    if (!Double.isNaN(chart.line())) {
      svg.dashed(LEFT, height(chart.line()), RIGHT, height(chart.line()), "#555555");
    }
    svg.line("</g>");
    svg.line("</svg>");
    return svg.toString();
  }

  private void legend() {
    List<Legend.Place> places = legendPlaces();
    for (int i = 0; i < chart.series().size(); i++) {
      BarChart.Series series = chart.series().get(i);
      Legend.Place place = places.get(i);
      svg.rectangle(place.x(), 79 + place.down(), 14, 14, "rx=\"2\" " + fill(series));
      svg.text(place.x() + 20, 91 + place.down(), "start", "legend", series.name());
    }
    if (chart.points() != null) {
      Legend.Place place = places.get(chart.series().size());
      svg.diamond(place.x() + 7, 86 + place.down());
      svg.text(place.x() + 20, 91 + place.down(), "start", "legend", chart.points());
    }
  }

  private List<Legend.Place> legendPlaces() {
    List<String> names =
        new ArrayList<>(chart.series().stream().map(BarChart.Series::name).toList());
    if (chart.points() != null) {
      names.add(chart.points());
    }
    return Legend.places(names, LEFT - 54, RIGHT, 42, LETTER);
  }

  private void axis() {
    List<String> labels = scale.labels();
    for (int i = 0; i < labels.size(); i++) {
      if (i * scale.step() > chart.clip()) {
        break; // the axis ends there
      }
      double y = height(i * scale.step());
      svg.stroke(LEFT, y, RIGHT, y, i == 0 ? "#333333" : "#dddddd");
      svg.text(LEFT - 8, y + 4, "end", "tick", labels.get(i));
    }
    svg.upwards(LEFT - 50, (TOP + BOTTOM) / 2, "axis", chart.axis());
  }

  private void panel(Panel panel, double leftEdge) {
    double x = leftEdge;
    for (Group group : panel.groups()) {
      bars(group, x + groupWidth * 0.08);
      label(group.label(), x + groupWidth / 2);
      x += groupWidth;
    }
    if (!panel.title().isEmpty()) {
      svg.stroke(leftEdge + 4, BOTTOM + 52, x - 4, BOTTOM + 52, "#999999");
      svg.text((leftEdge + x) / 2, BOTTOM + 72, "middle", "panel", panel.title());
    }
  }

  /** What slanted labels take below what level ones do. */
  private int slantedLabels() {
    int longest =
        chart.panels().stream()
            .flatMap(panel -> panel.groups().stream())
            .mapToInt(group -> group.label().length())
            .max()
            .orElse(0);
    double depth = LETTER * longest * Math.sin(Math.toRadians(-chart.angle()));
    return (int) Math.max(0, depth + 24 - (HEIGHT - BOTTOM));
  }

  private void label(String label, double middle) {
    if (chart.angle() != 0) {
      svg.slanted(middle + 4, BOTTOM + 12, chart.angle(), "group", label);
      return;
    }
    List<String> lines = lines(label);
    for (int i = 0; i < lines.size(); i++) {
      svg.text(middle, BOTTOM + 19 + 15 * i, "middle", "group", lines.get(i));
    }
  }

  /** Broken where it says so, and between words where it is wider than its group. */
  private List<String> lines(String label) {
    List<String> lines = new ArrayList<>(List.of(label.split("\n", -1)));
    for (int i = 0; i < lines.size() && lines.size() < MOST_LINES; i++) {
      String line = lines.get(i);
      int space = line.lastIndexOf(' ');
      while (space > 0 && space * LETTER > groupWidth) {
        space = line.lastIndexOf(' ', space - 1);
      }
      if (lines.size() == 1 && line.length() * LETTER > groupWidth && space > 0) {
        lines.set(i, line.substring(0, space));
        lines.add(i + 1, line.substring(space + 1));
      }
    }
    return lines;
  }

  private void bars(Group group, double leftEdge) {
    for (int i = 0; i < group.bars().size(); i++) {
      double x = leftEdge + i * barWidth;
      int place = i;
      group
          .bars()
          .get(i)
          .ifPresent(bar -> {
            if (bar.parts().isEmpty()) {
              bar(bar, x, fill(chart.series().get(place)));
            } else {
              stack(bar, x);
            }
          });
    }
  }

  private void stack(Bar bar, double x) {
    double top = 0;
    for (int part = 0; part < bar.parts().size(); part++) {
      double y = height(top);
      top += bar.parts().get(part);
      svg.rectangle(
          x + 0.3, height(top), barWidth - 0.6, y - height(top), fill(chart.series().get(part)));
    }
  }

  private void bar(Bar bar, double x, String fill) {
    double y = height(bar.value());
    double gap = Math.min(1, barWidth / 8); // many bars are narrow
    svg.rectangle(x + gap, y, barWidth - 2 * gap, BOTTOM - y, fill);
    if (bar.value() > chart.clip()) {
      clipped(x, y);
    }
    if (!Double.isNaN(bar.point())) {
      svg.diamond(x + barWidth / 2, height(bar.point()));
    }
    double point = height(bar.point());
    boolean covered = point - RIM < y && y < point + 3 * RIM;
    svg.text(
        x + barWidth / 2,
        (covered ? point - RIM : y) - 5,
        "middle",
        bar.value() > chart.clip() ? "clipped" : "value",
        bar.text());
  }

  /** Two slanted white strokes across a bar that goes on beyond the axis. */
  private void clipped(double x, double top) {
    for (int stroke = 0; stroke < 2; stroke++) {
      double y = top + 12 + 6 * stroke;
      svg.stroke(x, y + 3, x + barWidth, y - 3, "#ffffff");
    }
  }

  /** Of a value below zero the number is shown, and no bar. */
  private double height(double value) {
    double above = Math.max(0, value); // NaN stays
    double drawn = Double.isNaN(chart.clip()) ? above : Math.min(above, chart.clip());
    return BOTTOM - (BOTTOM - TOP) * drawn / scale.top();
  }

  /** As large as fits between the neighbours' numbers, 12 at most. */
  private double valueSize() {
    int longest =
        chart.all().stream()
            .max(Comparator.comparingDouble(Bar::value))
            .map(bar -> bar.text().length())
            .orElse(0);
    return Math.min(12, barWidth / (DIGIT * Math.max(4, longest)));
  }

  private static String fill(BarChart.Series series) {
    return "fill=\"" + SvgMarkup.escape(series.colour()) + "\"";
  }
}
