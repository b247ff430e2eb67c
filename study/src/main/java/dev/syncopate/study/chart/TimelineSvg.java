package dev.syncopate.study.chart;

import dev.syncopate.study.chart.Timeline.Delay;
import dev.syncopate.study.chart.Timeline.Mark;
import dev.syncopate.study.chart.Timeline.Row;
import java.util.Locale;

/** Draws a {@link Timeline}: a line for each actor, numbered points for marks, bars for delays. */
final class TimelineSvg {
  private static final double MARGIN = 24;
  private static final double TOP = 112;
  private static final double ROW_HEIGHT = 58;
  private static final double PLOT_WIDTH = 760;
  private static final double LETTER = 7.2;
  private static final double LEGEND_STEP = 20;
  private static final int TICKS = 5;

  /** Pixels between numbers of marks, so that they can be read. */
  private static final double NEAREST_NUMBERS = 13;

  private static final String DELAY = "fill=\"#e6862e\" fill-opacity=\"0.55\" rx=\"2\"";
  private static final String LATE =
      "fill=\"#e6862e\" fill-opacity=\"0.30\" stroke=\"#e6862e\" stroke-dasharray=\"4 3\" rx=\"2\"";

  private static final String STYLE =
      """
      <style>
      text { font-family: Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; fill: #1a1a1a; }
      .title { font-size: 19px; font-weight: bold; }
      .subtitle { font-size: 13px; fill: #555; }
      .axis { font-size: 13px; }
      .row { font-size: 13px; }
      .label { font-size: 12px; fill: #444; }
      .number { font-size: 11px; fill: #1a1a1a; }
      </style>
      """;

  private final Timeline timeline;
  private final double left;
  private final long start;
  private final long end;
  private final SvgMarkup svg = new SvgMarkup();

  TimelineSvg(Timeline timeline) {
    this.timeline = timeline;
    int longest =
        timeline.rows().stream()
            .mapToInt(row -> Math.max(row.label().length(), row.note().length()))
            .max()
            .orElse(0);
    left = MARGIN + Math.max(60, longest * LETTER);
    start = timeline.rows().stream().mapToLong(Row::start).min().orElse(0);
    end = Math.max(start + 1, lastMark());
  }

  /**
   * The end of the axis: the last delay or the first of the last marks in a row, so that a wait
   * without end does not press the rest together.
   */
  private long lastMark() {
    long last = start;
    for (Delay delay : timeline.delays()) {
      last = Math.max(last, delay.end());
    }
    for (Row row : timeline.rows()) {
      for (Mark mark : row.marks()) {
        last = Math.max(last, mark.first());
      }
    }
    return last + Math.max(1, (last - start) / 20);
  }

  String draw() {
    int rows = timeline.rows().size();
    double bottom = TOP + rows * ROW_HEIGHT;
    double height = bottom + 44 + timeline.legend().size() * LEGEND_STEP + MARGIN;
    double width = left + PLOT_WIDTH + 2 * MARGIN;
    svg.open(width, height, STYLE, MARGIN, timeline.title(), timeline.subtitle());
    ticks(bottom);
    for (int i = 0; i < rows; i++) {
      row(timeline.rows().get(i), middle(i));
    }
    for (Delay delay : timeline.delays()) {
      if (delay.row() >= 0) {
        delay(delay, middle(delay.row()));
      }
    }
    for (int i = 0; i < timeline.legend().size(); i++) {
      double y = bottom + 52 + i * LEGEND_STEP;
      svg.text(MARGIN + 18, y, "end", "number", "" + (i + 1));
      svg.text(MARGIN + 28, y, "start", "label", timeline.legend().get(i));
    }
    svg.line("</svg>");
    return svg.toString();
  }

  private static double middle(int row) {
    return TOP + (row + 0.5) * ROW_HEIGHT;
  }

  private double x(long time) {
    return left + 10 + PLOT_WIDTH * (double) (Math.clamp(time, start, end) - start) / (end - start);
  }

  private void ticks(double bottom) {
    svg.text(left + 10, TOP - 26, "start", "axis", timeline.axis());
    for (int i = 0; i <= TICKS; i++) {
      long time = start + (end - start) * i / TICKS;
      double x = x(time);
      svg.stroke(x, TOP, x, bottom, "#dddddd");
      svg.text(x, TOP - 8, "middle", "label", String.format(Locale.ROOT, "%,d", time));
    }
  }

  private void row(Row row, double y) {
    svg.text(left, y, "end", "row", row.label());
    if (!row.note().isEmpty()) {
      svg.text(left, y + 15, "end", "label", row.note());
    }
    svg.stroke(x(row.start()), y, x(row.end()), y, "#555555");
    double lastNumber = Double.NEGATIVE_INFINITY;
    for (Mark mark : row.marks()) {
      if (mark.first() > end) {
        break;
      }
      double x = x(mark.first());
      if (mark.last() > mark.first()) {
        svg.rectangle(x, y - 3, Math.max(1, x(mark.last()) - x), 6, "fill=\"#4292c6\" rx=\"2\"");
      }
      svg.point(0, x, y, "#08306b");
      if (x - lastNumber >= NEAREST_NUMBERS) {
        svg.text(x, y - 9, "middle", "number", "" + (mark.kind() + 1));
        lastNumber = x;
      }
    }
  }

  private void delay(Delay delay, double y) {
    double x = x(delay.start());
    double width = Math.max(2, x(delay.end()) - x);
    svg.rectangle(x, delay.below() ? y + 8 : y - 6, width, 12, delay.below() ? LATE : DELAY);
    double textY = delay.below() ? y + 18 : y + 19;
    boolean atEnd = x > left + PLOT_WIDTH * 0.6;
    svg.text(
        atEnd ? x + width : x,
        textY + 12 * (delay.below() ? 1 : 0),
        atEnd ? "end" : "start",
        "label",
        delay.label());
  }
}
