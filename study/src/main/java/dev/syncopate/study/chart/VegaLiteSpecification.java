package dev.syncopate.study.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.syncopate.study.json.Json;
import dev.syncopate.study.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * A Vega-Lite specification. It begins as a template: a file of this room with example data in it,
 * which opens in Vega's editor as it is. The data of a chart replace the example data. Pages hold
 * it for Vega to draw, and {@link #svg} draws it as a still picture.
 */
public final class VegaLiteSpecification {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final int PAGE_WIDTH = 1000;

  /** Axis and gap of a panel. */
  private static final int PANEL_MARGIN = 62;

  private static final double WIDEST = 5;
  private static final double NARROWEST = 1.5;

  private final ObjectNode root;

  private VegaLiteSpecification(ObjectNode root) {
    this.root = root;
  }

  /**
   * A template.
   *
   * @param name {@code bars}, {@code boxes}, {@code lines}, {@code multiples} or {@code panels}
   */
  public static VegaLiteSpecification template(String name) {
    String file = name + ".vl.json";
    try (InputStream stream = VegaLiteSpecification.class.getResourceAsStream(file)) {
      if (stream == null) {
        throw new IllegalStateException("this build has no " + file);
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return new VegaLiteSpecification(JsonReader.read(file, text, ObjectNode.class));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Puts in what is over the chart; an empty text is left out. */
  public VegaLiteSpecification title(String title, String subtitle) {
    ObjectNode text = root.putObject("title").put("text", title);
    if (!subtitle.isEmpty()) {
      text.put("subtitle", subtitle);
    }
    return this;
  }

  /** For a page, which has the title as a heading. */
  public VegaLiteSpecification untitled() {
    ObjectNode copy = root.deepCopy();
    copy.remove("title");
    return new VegaLiteSpecification(copy);
  }

  /**
   * Puts in the data.
   *
   * @param rows members by their names: strings and numbers; a number that is NaN is not there
   */
  public VegaLiteSpecification data(List<Map<String, Object>> rows) {
    ArrayNode values = root.putObject("data").putArray("values");
    for (Map<String, Object> row : rows) {
      ObjectNode datum = values.addObject();
      row.forEach((name, value) -> datum.set(name, node(value)));
    }
    return this;
  }

  /**
   * A row of the data.
   *
   * @param namesAndValues in turn
   */
  public static Map<String, Object> row(Object... namesAndValues) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return row;
  }

  private static JsonNode node(Object value) {
    return switch (value) {
      case String text -> NODES.textNode(text);
      case Long number -> NODES.numberNode(number);
      case Double number -> number.isNaN() ? NODES.nullNode() : NODES.numberNode(number);
      default -> throw new IllegalArgumentException("no datum of a chart: " + value.getClass());
    };
  }

  /** Takes the layers of a mark out, for example {@code point}. */
  public VegaLiteSpecification without(String mark) {
    for (Iterator<JsonNode> i = layers(root).iterator(); i.hasNext(); ) {
      if (i.next().at("/mark/type").asText().equals(mark)) {
        i.remove();
      }
    }
    return this;
  }

  /**
   * Changes a channel of every layer that has a field or a datum on it, for example {@code x}.
   *
   * @param change gets the channel's definition
   */
  public VegaLiteSpecification channel(String name, Consumer<ObjectNode> change) {
    for (JsonNode layer : layers(root)) {
      if (layer.at("/encoding/" + name) instanceof ObjectNode channel && channel.has("field")) {
        change.accept(channel);
      }
    }
    return this;
  }

  /** Ends the axis of values at {@code top}: a mark above it is drawn there. */
  public VegaLiteSpecification clippedAt(double top) {
    return channel("y", y -> y.withObject("/scale").put("domainMax", top).put("clamp", true));
  }

  /** Puts in the order of what is on a channel. */
  public VegaLiteSpecification order(String channel, List<String> order) {
    return channel(channel, definition -> definition.set("sort", strings(order)));
  }

  /** Puts in an axis's title. */
  public VegaLiteSpecification axis(String channel, String title) {
    return channel(channel, definition -> definition.put("title", title));
  }

  /** Puts in the labels of places on the horizontal axis, where they are not the numbers. */
  public VegaLiteSpecification labels(SortedMap<Long, String> labels) {
    if (labels.entrySet().stream()
        .allMatch(label -> label.getValue().equals(Long.toString(label.getKey())))) {
      return this;
    }
    ObjectNode texts = NODES.objectNode();
    labels.forEach((place, label) -> texts.put(Long.toString(place), label));
    return channel("x", x -> x.withObject("/axis").put("labelExpr", texts + "[datum.value]"));
  }

  /** Puts in the colours of the series, in the order of the legend. */
  public VegaLiteSpecification colours(List<String> series, List<String> colours) {
    return channel(
        "color",
        color ->
            color
                .putObject("scale")
                .<ObjectNode>set("domain", strings(series))
                .set("range", strings(colours)));
  }

  /**
   * Makes the first line the widest and each next one narrower, so that lines that coincide show as
   * stripes.
   */
  public VegaLiteSpecification widths(List<String> series) {
    return channel(
        "strokeWidth",
        width -> {
          ArrayNode widths =
              width.putObject("scale").<ObjectNode>set("domain", strings(series)).putArray("range");
          for (int i = 0; i < series.size(); i++) {
            widths.add(width(i, series.size()));
          }
        });
  }

  /** Width of a line in pixels, in tenths. */
  static double width(int line, int lines) {
    double share = lines < 2 ? 1 : (double) line / (lines - 1);
    return Math.round(10 * (WIDEST - share * (WIDEST - NARROWEST))) / 10.0;
  }

  /** Puts in the order of the panels. */
  public VegaLiteSpecification panels(List<String> panels) {
    if (facet(root) instanceof ObjectNode facet) {
      facet.set("sort", strings(panels));
      return this;
    }
    throw new IllegalStateException("no panels in this template");
  }

  /** What makes the panels, in a row or in several; missing where there are none. */
  static JsonNode facet(JsonNode root) {
    JsonNode column = root.at("/facet/column");
    return column.isMissingNode() ? root.path("facet") : column;
  }

  /** Puts in how many panels are side by side, where they are in several rows; they fill a page. */
  public VegaLiteSpecification columns(int columns) {
    root.put("columns", columns);
    root.withObject("/spec").put("width", PAGE_WIDTH / columns - PANEL_MARGIN);
    return this;
  }

  /** Puts what the values are counted in behind the titles that a reader sees at a mark. */
  public VegaLiteSpecification unit(String unit) {
    for (JsonNode layer : layers(root)) {
      for (JsonNode line : layer.at("/encoding/tooltip")) {
        String title = line.path("title").asText();
        if (line instanceof ObjectNode shown
            && List.of("value", "published").contains(field(line))) {
          shown.put("title", title.substring(0, title.indexOf(' ') + 1) + unit);
        }
      }
    }
    return this;
  }

  private static String field(JsonNode definition) {
    return definition.path("field").asText();
  }

  /** The layers of a specification, whether in panels or not. */
  static ArrayNode layers(JsonNode root) {
    JsonNode layers = root.has("facet") ? root.at("/spec/layer") : root.path("layer");
    if (layers instanceof ArrayNode list) {
      return list;
    }
    throw new IllegalArgumentException("a chart needs layers");
  }

  private static ArrayNode strings(List<String> texts) {
    ArrayNode array = NODES.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  /** The specification as JSON, with a line feed at its end. */
  public String json() {
    return Json.write(root);
  }

  /**
   * A still picture, as an SVG document that may also stand inside a page.
   *
   * @throws IllegalArgumentException if it asks for what is not drawn here; see {@link BarChart}
   *     and {@link LineChart}
   */
  public String svg() {
    return LineChart.isMeant(root)
        ? LineChartSvg.draw(LineChart.of(root))
        : BarChartSvg.draw(BarChart.of(root));
  }
}
