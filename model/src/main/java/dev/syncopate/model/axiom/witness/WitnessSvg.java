package dev.syncopate.model.axiom.witness;

import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.EventView;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An execution as a picture: a column for each thread, time downwards, initial writes that are read
 * on top.
 */
public final class WitnessSvg {
  private static final int BOX_WIDTH = 190;
  private static final int BOX_HEIGHT = 26;
  private static final int COLUMN = 270;
  private static final int ROW = 72;
  private static final int MARGIN = 30;
  private static final int TITLE = 30;

  private record Place(double x, double y) {}

  private final LitmusTest test;
  private final List<EventView> events;
  private final List<Edge> edges;
  private final Map<Integer, Place> places = new TreeMap<>();
  private final StringBuilder text = new StringBuilder();

  private WitnessSvg(LitmusTest test, CandidateExecution execution) {
    this.test = test;
    this.events = execution.view(test);
    this.edges = Edge.of(execution, events);
  }

  /** A whole SVG document. */
  public static String of(LitmusTest test, CandidateExecution execution, String title) {
    return new WitnessSvg(test, execution).draw(title);
  }

  private String draw(String title) {
    List<EventView> initial = new ArrayList<>();
    for (EventView event : events) {
      if (event.isInitial() && WitnessDot.isUsed(event, edges)) {
        initial.add(event);
      }
    }
    int columns = Math.max(test.threads().size(), initial.size());
    int top = TITLE + MARGIN;
    for (int i = 0; i < initial.size(); i++) {
      places.put(initial.get(i).number(), new Place(centre(i), top));
    }
    int heading = initial.isEmpty() ? top : top + ROW;
    int rows = 0;
    StringBuilder headings = new StringBuilder();
    for (int t = 0; t < test.threads().size(); t++) {
      LitmusThread thread = test.threads().get(t);
      label(
          headings,
          centre(t),
          heading,
          "P%d  %s".formatted(thread.id(), thread.place()),
          "#000000");
      int row = 0;
      for (EventView event : events) {
        if (event.thread() == thread.id()) {
          places.put(event.number(), new Place(centre(t), heading + 36 + (double) ROW * row++));
        }
      }
      rows = Math.max(rows, row);
    }
    int width = 2 * MARGIN + COLUMN * columns;
    int height = heading + 36 + ROW * rows + MARGIN;
    open(width, height);
    label(text, width / 2.0, TITLE, title, "#000000");
    text.append(headings);
    edges.forEach(this::arrow);
    events.stream().filter(event -> places.containsKey(event.number())).forEach(this::box);
    return text.append("</svg>\n").toString();
  }

  private static double centre(int column) {
    return MARGIN + COLUMN * (column + 0.5);
  }

  private void open(int width, int height) {
    text.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" \
        font-family="sans-serif" font-size="13">
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        <defs>
        """
            .formatted(width, height, width, height));
    for (Edge.Kind kind : Edge.Kind.values()) {
      text.append(
          """
          <marker id="%s" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" \
          orient="auto"><path d="M0,0L8,4L0,8z" fill="%s"/></marker>
          """
              .formatted(kind.label(), kind.colour()));
    }
    text.append("</defs>\n");
  }

  private void box(EventView event) {
    Place place = place(event.number());
    String label = event.isInitial() ? event.label() : event.name() + ": " + event.label();
    text.append(
        """
        <rect x="%s" y="%s" width="%d" height="%d" rx="4" fill="#f4f6fa" stroke="#404040"/>
        """
            .formatted(
                number(place.x() - BOX_WIDTH / 2.0),
                number(place.y() - BOX_HEIGHT / 2.0),
                BOX_WIDTH,
                BOX_HEIGHT));
    label(text, place.x(), place.y() + 4, label, "#000000");
  }

  /** An arrow from edge to edge of the boxes, bent so that there and back do not meet. */
  private void arrow(Edge edge) {
    Place tail = place(edge.tail());
    Place head = place(edge.head());
    double dx = head.x() - tail.x();
    double dy = head.y() - tail.y();
    double length = Math.max(1, Math.hypot(dx, dy));
    double bend =
        switch (edge.kind()) {
          case PO -> 0;
          case RF -> 22;
          case CO -> dx == 0 ? -130 : -34;
          case FR -> dx == 0 ? 130 : 44;
          case RMW -> 60;
          case BARRIER -> 12;
        };
    double cx = (tail.x() + head.x()) / 2 - dy / length * bend;
    double cy = (tail.y() + head.y()) / 2 + dx / length * bend;
    Place start = border(tail, cx, cy);
    Place end = border(head, cx, cy);
    text.append(
        """
        <path d="M%s,%sQ%s,%s %s,%s" fill="none" stroke="%s" stroke-width="1.4" \
        marker-end="url(#%s)"/>
        """
            .formatted(
                number(start.x()),
                number(start.y()),
                number(cx),
                number(cy),
                number(end.x()),
                number(end.y()),
                edge.kind().colour(),
                edge.kind().label()));
    if (edge.kind() != Edge.Kind.PO) {
      // A third of the way, where fewer arrows cross than in the middle.
      double lx = (4 * start.x() + 4 * cx + end.x()) / 9;
      double ly = (4 * start.y() + 4 * cy + end.y()) / 9;
      label(text, lx, ly, edge.kind().label(), edge.kind().colour());
    }
  }

  /** Where the line from a box's middle towards a point leaves the box. */
  private static Place border(Place middle, double x, double y) {
    double dx = x - middle.x();
    double dy = y - middle.y();
    double across = dx == 0 ? Double.MAX_VALUE : BOX_WIDTH / 2.0 / Math.abs(dx);
    double along = dy == 0 ? Double.MAX_VALUE : BOX_HEIGHT / 2.0 / Math.abs(dy);
    double share = Math.min(1, Math.min(across, along));
    return new Place(middle.x() + dx * share, middle.y() + dy * share);
  }

  private Place place(int number) {
    Place place = places.get(number);
    if (place == null) {
      throw new IllegalStateException("event " + number + " has no place");
    }
    return place;
  }

  private static void label(StringBuilder target, double x, double y, String label, String colour) {
    target.append(
        """
        <text x="%s" y="%s" text-anchor="middle" fill="%s">%s</text>
        """
            .formatted(
                number(x),
                number(y),
                colour,
                label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
