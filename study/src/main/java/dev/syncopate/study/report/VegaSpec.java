package dev.syncopate.study.report;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Boxes;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Lines;
import dev.syncopate.study.figure.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A figure as a Vega-Lite specification made of maps and lists. Colours are Okabe and Ito's, which
 * stay apart without colour vision and in grey.
 */
final class VegaSpec {
  private static final List<String> COLOURS =
      List.of("#bdbdbd", "#e69f00", "#56b4e9", "#0072b2", "#009e73", "#d55e00", "#cc79a7");
  private static final String STATED = "stated in the paper";
  private static final int HEIGHT = 320;

  /** All series of a study, so that each has one colour in all its charts. */
  private final List<String> palette;

  private VegaSpec(List<String> palette) {
    this.palette = palette;
  }

  /**
   * Empty for what is a table only.
   *
   * @param all every figure that is shown beside it
   */
  static Optional<Map<String, Object>> of(Figure figure, List<Figure> all) {
    LinkedHashSet<String> series = new LinkedHashSet<>(List.of("baseline"));
    all.forEach(each -> series.addAll(series(each)));
    return new VegaSpec(List.copyOf(series)).document(figure);
  }

  private static List<String> series(Figure figure) {
    return switch (figure) {
      case Bars bars -> bars.series();
      case Boxes boxes -> boxes.series();
      case Lines lines -> lines.series();
      case Table _ -> List.of();
    };
  }

  private Optional<Map<String, Object>> document(Figure figure) {
    return switch (figure) {
      case Bars bars -> Optional.of(bars(bars));
      case Boxes boxes -> Optional.of(boxes(boxes));
      case Lines lines -> Optional.of(lines(lines));
      case Table _ -> Optional.empty();
    };
  }

  private Map<String, Object> bars(Bars bars) {
    List<Object> values = new ArrayList<>();
    List<String> order = new ArrayList<>();
    List<Bars.Group> groups = new ArrayList<>(bars.groups());
    groups.addAll(bars.means());
    for (Bars.Group group : groups) {
      order.add(group.label());
      for (int i = 0; i < bars.series().size(); i++) {
        double value = group.values().get(i);
        Map<String, Object> datum =
            map("group", group.label(), "series", bars.series().get(i), "value", value);
        bars.stated().stream()
            .filter(stated ->
                stated.group().equals(group.label()) && stated.series().equals(datum.get("series")))
            .forEach(stated -> datum.put("published", stated.value()));
        values.add(datum);
      }
    }
    Map<String, Object> x = x(order);
    List<Object> layers = new ArrayList<>();
    layers.add(
        map(
            "mark", map("type", "bar", "stroke", "#333333", "strokeWidth", 0.4),
            "encoding",
                map(
                    "x", x,
                    "xOffset", offset(bars.series()),
                    "y", y("value", bars.axis(), true),
                    "color", colour(bars.series()),
                    "tooltip", tooltip(bars.unit()))));
    if (!bars.stated().isEmpty()) {
      layers.add(
          map(
              "transform", List.of(map("filter", "isValid(datum.published)")),
              "mark",
                  map(
                      "type",
                      "point",
                      "size",
                      46,
                      "filled",
                      true,
                      "fill",
                      "#ffffff",
                      "stroke",
                      "#000000",
                      "strokeWidth",
                      1.2,
                      "opacity",
                      1),
              "encoding",
                  map(
                      "x", x,
                      "xOffset", offset(bars.series()),
                      "y", y("published", bars.axis(), true),
                      "shape", diamond(),
                      "tooltip", tooltip(bars.unit()))));
    }
    if (bars.unit().equals("×")) {
      layers.add(rule());
    }
    return document(values, layers);
  }

  private Map<String, Object> boxes(Boxes boxes) {
    List<Object> values = new ArrayList<>();
    List<String> order = new ArrayList<>();
    for (Boxes.Box box : boxes.boxes()) {
      if (!order.contains(box.group())) {
        order.add(box.group());
      }
      values.add(
          map(
              "group", box.group(),
              "series", box.series(),
              "low", box.low(),
              "lower", box.lower(),
              "median", box.median(),
              "upper", box.upper(),
              "high", box.high()));
    }
    Map<String, Object> x = x(order);
    Map<String, Object> offset = offset(boxes.series());
    List<Object> tooltip = new ArrayList<>();
    for (String field : List.of("group", "series", "low", "lower", "median", "upper", "high")) {
      tooltip.add(map("field", field));
    }
    List<Object> layers =
        List.of(
            map(
                "mark", map("type", "rule", "color", "#333333"),
                "encoding",
                    map(
                        "x",
                        x,
                        "xOffset",
                        offset,
                        "y",
                        y("low", boxes.axis(), false),
                        "y2",
                        map("field", "high"))),
            map(
                "mark",
                    map(
                        "type",
                        "bar",
                        "stroke",
                        "#333333",
                        "strokeWidth",
                        0.6,
                        "width",
                        map("band", 0.8)),
                "encoding",
                    map(
                        "x",
                        x,
                        "xOffset",
                        offset,
                        "y",
                        y("lower", boxes.axis(), false),
                        "y2",
                        map("field", "upper"),
                        "color",
                        colour(boxes.series()),
                        "tooltip",
                        tooltip)),
            map(
                "mark",
                    map(
                        "type",
                        "tick",
                        "color",
                        "#000000",
                        "thickness",
                        1.6,
                        "width",
                        map("band", 0.8)),
                "encoding", map("x", x, "xOffset", offset, "y", y("median", boxes.axis(), false))));
    return document(values, layers);
  }

  private Map<String, Object> lines(Lines lines) {
    List<Object> values = new ArrayList<>();
    for (Lines.Point point : lines.points()) {
      for (int i = 0; i < lines.series().size(); i++) {
        values.add(
            map(
                "x", point.x(),
                "series", lines.series().get(i),
                "group", lines.across() + " " + point.x(),
                "value", point.values().get(i)));
      }
    }
    Map<String, Object> x =
        map("field", "x", "type", "ordinal", "title", lines.across(), "axis", map("labelAngle", 0));
    Map<String, Object> scale =
        map(
            "field",
            "value",
            "type",
            "quantitative",
            "title",
            lines.axis(),
            "scale",
            map("zero", false));
    List<Object> layers = new ArrayList<>();
    layers.add(
        map(
            "mark",
            map("type", "line", "strokeWidth", 2.2, "point", map("size", 60, "filled", true)),
            "encoding",
            map(
                "x", x,
                "y", scale,
                "color", colour(lines.series()),
                "shape", map("field", "series", "sort", lines.series(), "title", ""),
                "tooltip", tooltip(lines.unit()))));
    if (lines.unit().equals("×")) {
      layers.add(rule());
    }
    return document(values, layers);
  }

  private static Map<String, Object> document(List<Object> values, List<Object> layers) {
    return map(
        "$schema",
        "https://vega.github.io/schema/vega-lite/v6.json",
        "width",
        "container",
        "height",
        HEIGHT,
        "data",
        map("values", values),
        "layer",
        layers,
        "config",
        map(
            "font", "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif",
            "view", map("stroke", "transparent"),
            "axis",
                map(
                    "labelFontSize",
                    12,
                    "titleFontSize",
                    13,
                    "titleFontWeight",
                    "normal",
                    "gridColor",
                    "#e4e4e4",
                    "domainColor",
                    "#333333"),
            "legend", map("labelFontSize", 12, "symbolType", "square")));
  }

  private static Map<String, Object> x(List<String> order) {
    return map(
        "field",
        "group",
        "type",
        "nominal",
        "sort",
        order,
        "title",
        "",
        "axis",
        map("labelAngle", order.size() > 8 ? -35 : 0, "ticks", false, "labelLimit", 160),
        "scale",
        map("paddingInner", 0.22, "paddingOuter", 0.1));
  }

  private static Map<String, Object> offset(List<String> series) {
    return map("field", "series", "sort", series);
  }

  private static Map<String, Object> y(String field, String title, boolean zero) {
    return map("field", field, "type", "quantitative", "title", title, "scale", map("zero", zero));
  }

  private Map<String, Object> colour(List<String> series) {
    List<String> range = new ArrayList<>();
    for (String name : series) {
      range.add(COLOURS.get(palette.indexOf(name) % COLOURS.size()));
    }
    return map(
        "field",
        "series",
        "type",
        "nominal",
        "title",
        "",
        "legend",
        map("orient", "top"),
        "scale",
        map("domain", series, "range", range));
  }

  /** With a line in the legend that says what it is. */
  private static Map<String, Object> diamond() {
    return map(
        "datum",
        STATED,
        "type",
        "nominal",
        "scale",
        map("domain", List.of(STATED), "range", List.of("diamond")),
        "legend",
        map(
            "orient",
            "top",
            "title",
            "",
            "symbolType",
            "diamond",
            "symbolFillColor",
            "#ffffff",
            "symbolStrokeColor",
            "#000000"));
  }

  private static List<Object> tooltip(String unit) {
    return List.of(
        map("field", "group", "title", "at"),
        map("field", "series"),
        map("field", "value", "format", ".4~f", "title", "measured " + unit),
        map("field", "published", "title", "published " + unit));
  }

  /** Where nothing is gained or lost. */
  private static Map<String, Object> rule() {
    return map(
        "mark", map("type", "rule", "color", "#555555", "strokeDash", List.of(4, 3)),
        "encoding", map("y", map("datum", 1)));
  }

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
