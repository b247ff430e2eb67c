package dev.syncopate.study.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * A bar chart, read from a specification: layers of bars in groups, of points over the same groups,
 * of texts over the bars, and a line across. Bars may be clipped, and the chart may have panels.
 * Any other mark is refused rather than left out.
 *
 * @param title one line
 * @param subtitle one line, or nothing
 * @param axis what the heights count
 * @param angle of the groups' labels in degrees, clockwise; not positive
 * @param series one for each bar of every group, for the legend
 * @param points what a point says, for the legend; null where there is none
 * @param line where a line goes across; NaN for nowhere
 * @param clip the end of the axis, at which higher bars are clipped; NaN where none is
 * @param panels from left to right, at least one
 */
record BarChart(
    String title,
    String subtitle,
    String axis,
    double angle,
    List<Series> series,
    @Nullable String points,
    double line,
    double clip,
    List<Panel> panels) {

  /** Bars of one name and colour. */
  record Series(String name, String colour) {}

  /**
   * Groups under one heading.
   *
   * @param title one short line, or nothing
   */
  record Panel(String title, List<Group> groups) {}

  /**
   * Bars side by side.
   *
   * @param bars one for each series; nothing where none was measured
   */
  record Group(String label, List<Optional<Bar>> bars) {}

  /**
   * A bar.
   *
   * @param text over it
   * @param point marked over the bar; NaN for none
   * @param parts that it is made of, the lowest first, by {@link BarChart#series}; nothing if it is
   *     of one piece
   */
  record Bar(double value, String text, double point, List<Double> parts) {
    /** The higher of bar and point. */
    double top() {
      return Double.isNaN(point) ? value : Math.max(value, point);
    }
  }

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException if it asks for what is not drawn here
   */
  static BarChart of(JsonNode root) {
    JsonNode bars = null;
    JsonNode points = null;
    String textField = "";
    double line = Double.NaN;
    for (JsonNode layer : VegaLiteSpecification.layers(root)) {
      JsonNode encoding = layer.path("encoding");
      switch (layer.at("/mark/type").asText()) {
        case "bar" -> bars = encoding;
        case "point" -> points = encoding;
        case "text" -> textField = encoding.at("/text/field").asText();
        case "rule" -> line = number(encoding.at("/y/datum"));
        default -> throw new IllegalArgumentException("not drawn here: " + layer.path("mark"));
      }
    }
    if (bars == null || bars.has("y2")) {
      throw new IllegalArgumentException("only bars from zero are drawn here");
    }
    JsonNode title = root.path("title");
    return new BarChart(
        title.isTextual() ? title.textValue() : title.path("text").asText(),
        title.path("subtitle").asText(),
        bars.at("/y/title").asText(),
        bars.at("/x/axis/labelAngle").doubleValue(),
        series(bars.at("/color/scale")),
        points == null ? null : points.at("/shape/datum").asText(),
        line,
        number(bars.at("/y/scale/domainMax")),
        panels(root, new Fields(bars, points, textField)));
  }

  /** Names of a datum's fields. */
  private record Fields(
      String group,
      List<String> groups,
      String series,
      List<String> order,
      String value,
      String point,
      String text,
      String part,
      List<String> parts) {
    Fields(JsonNode bars, @Nullable JsonNode points, String text) {
      this(
          bars.at("/x/field").asText(),
          strings(bars.at("/x/sort")),
          bars.at("/xOffset/field").asText(),
          strings(bars.at("/xOffset/sort")),
          bars.at("/y/field").asText(),
          points == null ? "" : points.at("/y/field").asText(),
          text,
          bars.at("/color/field").asText(),
          strings(bars.at("/color/scale/domain")));
    }
  }

  /** Names and colours of a scale. */
  static List<Series> series(JsonNode scale) {
    List<String> names = strings(scale.path("domain"));
    List<String> colours = strings(scale.path("range"));
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      series.add(new Series(names.get(i), colours.get(i)));
    }
    return series;
  }

  private static List<Panel> panels(JsonNode root, Fields fields) {
    JsonNode values = root.at("/data/values");
    JsonNode column = root.at("/facet/column");
    if (column.isMissingNode()) {
      return List.of(new Panel("", groups(values, "", "", fields)));
    }
    List<Panel> panels = new ArrayList<>();
    for (String title : strings(column.path("sort"))) {
      panels.add(new Panel(title, groups(values, column.path("field").asText(), title, fields)));
    }
    return panels;
  }

  private static List<Group> groups(
      JsonNode values, String panelField, String panel, Fields fields) {
    SequencedSet<String> presentGroups = new LinkedHashSet<>();
    for (JsonNode datum : values) {
      if (panelField.isEmpty() || datum.path(panelField).asText().equals(panel)) {
        presentGroups.add(datum.path(fields.group).asText());
      }
    }
    List<Group> groups = new ArrayList<>();
    for (String label : fields.groups) {
      if (presentGroups.contains(label)) {
        List<Optional<Bar>> bars = new ArrayList<>();
        for (String name : fields.order) {
          bars.add(bar(values, panelField, panel, label, name, fields));
        }
        groups.add(new Group(label, bars));
      }
    }
    return groups;
  }

  private static Optional<Bar> bar(
      JsonNode values,
      String panelField,
      String panel,
      String group,
      String series,
      Fields fields) {
    if (!fields.part.equals(fields.series)) {
      return stack(values, group, series, fields);
    }
    for (JsonNode datum : values) {
      double value = number(datum.path(fields.value));
      if (!Double.isNaN(value)
          && (panelField.isEmpty() || datum.path(panelField).asText().equals(panel))
          && datum.path(fields.group).asText().equals(group)
          && datum.path(fields.series).asText().equals(series)) {
        String text = datum.path(fields.text).asText();
        return Optional.of(
            new Bar(
                value,
                text.isEmpty() ? BarText.of(value) : text,
                number(datum.path(fields.point)),
                List.of()));
      }
    }
    return Optional.empty();
  }

  /** A bar of parts, where one is told from another by its colour. */
  private static Optional<Bar> stack(JsonNode values, String group, String series, Fields fields) {
    List<Double> parts = new ArrayList<>();
    for (String part : fields.parts) {
      for (JsonNode datum : values) {
        if (datum.path(fields.group).asText().equals(group)
            && datum.path(fields.series).asText().equals(series)
            && datum.path(fields.part).asText().equals(part)) {
          parts.add(number(datum.path(fields.value)));
        }
      }
    }
    double height = parts.stream().mapToDouble(Double::doubleValue).sum();
    return Double.isNaN(height) || parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new Bar(height, "", Double.NaN, parts));
  }

  private static double number(JsonNode node) {
    return node.isNumber() ? node.doubleValue() : Double.NaN;
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(element.asText()));
    return strings;
  }

  /** Height of the highest bar or point as it is drawn; 0 if there is none. */
  double highest() {
    return !Double.isNaN(clip) ? clip : all().stream().mapToDouble(Bar::top).max().orElse(0);
  }

  /** Every bar. */
  List<Bar> all() {
    return panels.stream()
        .flatMap(panel -> panel.groups().stream())
        .flatMap(group -> group.bars().stream())
        .flatMap(Optional::stream)
        .toList();
  }
}
