package dev.syncopate.study.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A chart of lines with points over an ordinal axis, read from a specification: one panel, or
 * several with a separate scale each, and perhaps a line across. Any other mark is refused rather
 * than left out.
 *
 * @param title one line
 * @param subtitle one line, or nothing
 * @param across what the horizontal axes count
 * @param axis what the heights count
 * @param places on every horizontal axis, from left to right
 * @param labels of the places
 * @param lines name and colour of each line, for the legend
 * @param panels row by row, at least one
 * @param columns panels side by side, at least one
 * @param rule where a line goes across; NaN for nowhere
 */
record LineChart(
    String title,
    String subtitle,
    String across,
    String axis,
    List<Long> places,
    List<String> labels,
    List<BarChart.Series> lines,
    List<Panel> panels,
    int columns,
    double rule) {

  /**
   * Lines under one heading.
   *
   * @param title empty for the only panel
   * @param heights for each line one for each place; NaN where nothing was measured
   */
  record Panel(String title, List<double[]> heights) {
    /** The highest point; 0 if there is none. */
    double highest() {
      double highest = 0;
      for (double[] line : heights) {
        for (double height : line) {
          highest = Double.isNaN(height) ? highest : Math.max(highest, height);
        }
      }
      return highest;
    }
  }

  /** Whether a specification asks for lines. */
  static boolean isMeant(JsonNode root) {
    return VegaLiteSpecification.layers(root).path(0).at("/mark/type").asText().equals("line");
  }

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException if it asks for what is not drawn here
   */
  static LineChart of(JsonNode root) {
    double rule = Double.NaN;
    for (JsonNode layer : VegaLiteSpecification.layers(root)) {
      switch (layer.at("/mark/type").asText()) {
        case "line" -> {}
        case "rule" -> rule = layer.at("/encoding/y/datum").asDouble(Double.NaN);
        default -> throw new IllegalArgumentException("not drawn here: " + layer.path("mark"));
      }
    }
    JsonNode facet = VegaLiteSpecification.facet(root);
    JsonNode encoding = VegaLiteSpecification.layers(root).path(0).path("encoding");
    JsonNode values = root.at("/data/values");
    List<BarChart.Series> lines = BarChart.series(encoding.at("/color/scale"));
    SortedMap<Long, String> labels = new TreeMap<>();
    for (JsonNode datum : values) {
      long place = datum.path("x").longValue();
      labels.put(place, datum.path("label").asText(Long.toString(place)));
    }
    Set<Long> places = labels.keySet();
    List<String> headings = new ArrayList<>();
    facet.path("sort").forEach(heading -> headings.add(heading.asText()));
    List<Panel> panels = new ArrayList<>();
    for (String heading : facet.has("field") ? headings : List.of("")) {
      List<double[]> heights = new ArrayList<>();
      for (BarChart.Series line : lines) {
        double[] row = new double[places.size()];
        int i = 0;
        for (long place : places) {
          row[i++] = height(values, heading, line.name(), place);
        }
        heights.add(row);
      }
      panels.add(new Panel(heading, heights));
    }
    JsonNode title = root.path("title");
    return new LineChart(
        title.isTextual() ? title.textValue() : title.path("text").asText(),
        title.path("subtitle").asText(),
        encoding.at("/x/title").asText(),
        encoding.at("/y/title").asText(),
        List.copyOf(places),
        List.copyOf(labels.values()),
        lines,
        panels,
        Math.max(1, root.path("columns").asInt(panels.size())),
        rule);
  }

  private static double height(JsonNode values, String panel, String series, long place) {
    for (JsonNode datum : values) {
      JsonNode value = datum.path("value");
      if (value.isNumber()
          && datum.path("x").longValue() == place
          && datum.path("panel").asText().equals(panel)
          && datum.path("series").asText().equals(series)) {
        return value.doubleValue();
      }
    }
    return Double.NaN;
  }
}
