package dev.syncopate.model.explore.report;

import dev.syncopate.model.explore.machine.ExploredSchedule;
import dev.syncopate.model.explore.machine.ScheduleStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A schedule as a message-sequence chart, SVG. It has a line downwards for each part of the
 * machine, a row for each step, and an arrow for each message. An arrow starts at the step that
 * sends the message and ends at the step that takes it.
 */
public final class SequenceChart {
  private static final int COLUMN = 230;
  private static final int ROW = 26;
  private static final int TOP = 86;
  private static final int MARGIN = 30;

  private final ExploredSchedule schedule;
  private final StringBuilder svg = new StringBuilder();
  private final int width;
  private final int height;

  private SequenceChart(ExploredSchedule schedule) {
    this.schedule = schedule;
    width = 2 * MARGIN + COLUMN * schedule.parts().size();
    height = TOP + ROW * (schedule.steps().size() + 1) + MARGIN;
  }

  /** The chart, with a title and a line below it. */
  public static String svg(ExploredSchedule schedule, String title, String subtitle) {
    return new SequenceChart(schedule).draw(title, subtitle);
  }

  private int x(int part) {
    return MARGIN + COLUMN / 2 + COLUMN * part;
  }

  private int y(int step) {
    return TOP + ROW * (step + 1);
  }

  private String draw(String title, String subtitle) {
    add(
        String.format(
            Locale.ROOT,
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
            font-family="sans-serif" font-size="12">
            <defs><marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">\
            <path d="M0,0.5 L8,4 L0,7.5 z" fill="#2456a4"/></marker></defs>
            <rect width="100%%" height="100%%" fill="#fff"/>
            """,
            width,
            height,
            width,
            height));
    text(MARGIN, 24, "font-size=\"16\" font-weight=\"bold\"", title);
    text(MARGIN, 44, "fill=\"#555\"", subtitle);
    for (int part = 0; part < schedule.parts().size(); part++) {
      add(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#999\"/>%n",
              x(part),
              TOP,
              x(part),
              height - MARGIN / 2));
      add(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"90\" height=\"24\" rx=\"4\" fill=\"#eef2f8\""
                  + " stroke=\"#2456a4\"/>%n",
              x(part) - 45,
              TOP - 26));
      text(x(part), TOP - 10, "text-anchor=\"middle\"", schedule.parts().get(part));
    }
    arrows();
    for (int i = 0; i < schedule.steps().size(); i++) {
      ScheduleStep step = schedule.steps().get(i);
      boolean last = i == schedule.steps().size() - 1 && !schedule.failure().isEmpty();
      add(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>%n",
              x(step.part()),
              y(i),
              last ? "#c22" : step.delivered() > 0 ? "#2456a4" : "#333"));
      text(4, y(i) + 4, "fill=\"#999\" font-size=\"10\"", Integer.toString(i + 1));
      if (step.delivered() == 0 || last) {
        text(
            x(step.part()) + 8,
            y(i) - 5,
            "font-size=\"11\" fill=\"%s\"".formatted(last ? "#c22" : "#333"),
            step.text());
      }
    }
    return svg.append("</svg>\n").toString();
  }

  private void arrows() {
    Map<Integer, Integer> deliveries = new HashMap<>();
    for (int i = 0; i < schedule.steps().size(); i++) {
      deliveries.put(schedule.steps().get(i).delivered(), i);
    }
    for (int i = 0; i < schedule.steps().size(); i++) {
      for (ScheduleStep.Message message : schedule.steps().get(i).sent()) {
        arrow(message, i, deliveries.get(message.number()));
      }
    }
  }

  private void arrow(
      ScheduleStep.Message message,
      int startStep,
      @org.jspecify.annotations.Nullable Integer endStep) {
    int x1 = x(message.sender());
    int y1 = y(startStep);
    int x2 = x(message.receiver());
    int y2 = endStep == null ? height - MARGIN : y(endStep);
    List<String> attributes = new ArrayList<>();
    attributes.add("fill=\"none\" stroke=\"#2456a4\" marker-end=\"url(#head)\"");
    if (endStep == null) {
      attributes.add("stroke-dasharray=\"4 3\"");
    }
    String path =
        x1 == x2
            ? "M%d,%d C%d,%d %d,%d %d,%d".formatted(x1, y1, x1 + 60, y1, x2 + 60, y2, x2 + 5, y2)
            : "M%d,%d L%d,%d".formatted(x1, y1, x2 + (x1 < x2 ? -5 : 5), y2);
    add(String.format(Locale.ROOT, "<path d=\"%s\" %s/>%n", path, String.join(" ", attributes)));
    boolean fromLeft = x1 < x2;
    // Next to its end: a row has one end, and only rows without one have other text.
    text(
        x2 + (fromLeft ? -14 : 14),
        y2 - 5,
        "text-anchor=\"%s\" fill=\"#2456a4\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\""
            .formatted(fromLeft ? "end" : "start"),
        message.text());
  }

  private void add(String text) {
    svg.append(text);
  }

  private void text(int x, int y, String attributes, String text) {
    add(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" %s>%s</text>%n",
            x,
            y,
            attributes,
            escaped(text)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
