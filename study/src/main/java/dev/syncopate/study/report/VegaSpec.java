package dev.syncopate.study.report;

import dev.syncopate.study.chart.BarText;
import dev.syncopate.study.chart.VegaLiteSpecification;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.BoxPlotFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.HeatMap;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.MeshFigure;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.figure.TableFigure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A figure as a Vega-Lite specification: a template with the figure's numbers, names and colours in
 * it. The first colours are Okabe and Ito's, which stay apart without colour vision and in grey;
 * the others are lighter and darker ones of the same. All are legible on a light and a dark ground.
 */
final class VegaSpec {
  private static final List<String> COLOURS =
      List.of(
          "#bdbdbd", "#e69f00", "#56b4e9", "#0072b2", "#009e73", "#d55e00", "#cc79a7", "#f0e442",
          "#7f7f7f", "#a8641a", "#a6cee3", "#4a6fc3", "#b2df8a", "#b8413c");

  /** The unit of ratios, where 1 is neither gain nor loss. */
  private static final String RATIO = "×";

  private static final int MOST_LEVEL_LABELS = 8;
  private static final int SLANTED = -35;

  /** All series of a study, so that each has one colour in all its charts. */
  private final List<String> palette;

  private VegaSpec(List<String> palette) {
    this.palette = palette;
  }

  /**
   * Empty for what is a table only, and for maps.
   *
   * @param figures every figure that is shown with it
   */
  static Optional<VegaLiteSpecification> of(Figure figure, List<Figure> figures) {
    LinkedHashSet<String> series = new LinkedHashSet<>(List.of("baseline"));
    figures.forEach(member -> series.addAll(series(member)));
    return new VegaSpec(List.copyOf(series)).specification(figure);
  }

  private static List<String> series(Figure figure) {
    return switch (figure) {
      case BarFigure bars -> bars.series();
      case BoxPlotFigure boxes -> boxes.series();
      case LineFigure lines -> lines.series();
      case SmallMultiplesFigure multiples -> multiples.series();
      case StackedBarFigure stacks -> stacks.parts();
      case HeatMap _, MeshFigure _, TableFigure _ -> List.of();
    };
  }

  private Optional<VegaLiteSpecification> specification(Figure figure) {
    return switch (figure) {
      case BarFigure bars -> Optional.of(bars(bars));
      case BoxPlotFigure boxes -> Optional.of(boxes(boxes));
      case LineFigure lines -> Optional.of(lines(lines));
      case SmallMultiplesFigure multiples -> Optional.of(multiples(multiples));
      case StackedBarFigure stacks -> Optional.of(stacks(stacks));
      case HeatMap _, MeshFigure _, TableFigure _ -> Optional.empty();
    };
  }

  private VegaLiteSpecification bars(BarFigure bars) {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    List<BarFigure.Group> groups = new ArrayList<>(bars.groups());
    groups.addAll(bars.means());
    double clip = bars.clip();
    for (BarFigure.Group group : groups) {
      labels.add(group.label());
      for (int i = 0; i < bars.series().size(); i++) {
        String series = bars.series().get(i);
        Map<String, Object> row =
            VegaLiteSpecification.row(
                "group", group.label(), "series", series, "value", group.values().get(i));
        bars.stated().stream()
            .filter(statedValue ->
                statedValue.group().equals(group.label()) && statedValue.series().equals(series))
            .forEach(statedValue -> row.put("published", statedValue.value()));
        if (group.values().get(i) > clip) {
          row.put("clipped", BarText.of(group.values().get(i)));
        }
        rows.add(row);
      }
    }
    VegaLiteSpecification spec =
        grouped("bars", bars, bars.axis(), labels, bars.series()).data(rows).unit(bars.unit());
    if (bars.stated().isEmpty()) {
      spec.without("point");
    }
    return ratios(Double.isNaN(clip) ? spec.without("text") : spec.clippedAt(clip), bars.unit());
  }

  private VegaLiteSpecification stacks(StackedBarFigure stacks) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (StackedBarFigure.Group group : stacks.groups()) {
      for (int i = 0; i < stacks.series().size(); i++) {
        for (int part = 0; part < stacks.parts().size(); part++) {
          rows.add(
              VegaLiteSpecification.row(
                  "group", group.label(),
                  "series", stacks.series().get(i),
                  "part", stacks.parts().get(part),
                  "order", (long) part,
                  "value", group.stacks().get(i).get(part)));
        }
      }
    }
    List<String> labels = stacks.groups().stream().map(StackedBarFigure.Group::label).toList();
    VegaLiteSpecification spec =
        grouped("stacks", stacks, stacks.axis(), labels, stacks.parts())
            .order("xOffset", stacks.series())
            .data(rows)
            .unit(stacks.unit());
    return ratios(spec, stacks.unit());
  }

  private VegaLiteSpecification boxes(BoxPlotFigure boxes) {
    List<Map<String, Object>> rows = new ArrayList<>();
    LinkedHashSet<String> labels = new LinkedHashSet<>();
    for (BoxPlotFigure.Box box : boxes.boxes()) {
      labels.add(box.group());
      rows.add(
          VegaLiteSpecification.row(
              "group", box.group(),
              "series", box.series(),
              "low", box.low(),
              "lower", box.lower(),
              "median", box.median(),
              "upper", box.upper(),
              "high", box.high()));
    }
    return grouped("boxes", boxes, boxes.axis(), List.copyOf(labels), boxes.series()).data(rows);
  }

  private VegaLiteSpecification lines(LineFigure lines) {
    VegaLiteSpecification spec =
        filled("lines", lines, lines.axis(), lines.series())
            .data(rows(lines.across(), lines.series(), lines.points()))
            .axis("x", lines.across())
            .labels(labels(lines.points()))
            .order("shape", lines.series())
            .widths(lines.series())
            .unit(lines.unit());
    return ratios(spec, lines.unit());
  }

  private VegaLiteSpecification multiples(SmallMultiplesFigure multiples) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SmallMultiplesFigure.Panel panel : multiples.panels()) {
      List<Map<String, Object>> points =
          rows(multiples.across(), multiples.series(), panel.points());
      points.forEach(point -> point.put("panel", panel.title()));
      rows.addAll(points);
    }
    return filled("multiples", multiples, multiples.axis(), multiples.series())
        .data(rows)
        .panels(multiples.panels().stream().map(SmallMultiplesFigure.Panel::title).toList())
        .columns(multiples.columns())
        .axis("x", multiples.across())
        .labels(
            labels(multiples.panels().stream().flatMap(panel -> panel.points().stream()).toList()))
        .order("shape", multiples.series())
        .widths(multiples.series())
        .unit(multiples.unit());
  }

  private static SortedMap<Long, String> labels(List<LineFigure.Point> points) {
    SortedMap<Long, String> labels = new TreeMap<>();
    points.forEach(point -> labels.put(point.x(), point.label()));
    return labels;
  }

  private static List<Map<String, Object>> rows(
      String across, List<String> series, List<LineFigure.Point> points) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (LineFigure.Point point : points) {
      for (int i = 0; i < series.size(); i++) {
        rows.add(
            VegaLiteSpecification.row(
                "x", point.x(),
                "label", point.label(),
                "series", series.get(i),
                "group", across + " " + point.label(),
                "value", point.values().get(i)));
      }
    }
    return rows;
  }

  /** A template with groups of series side by side. */
  private VegaLiteSpecification grouped(
      String template, Figure figure, String axis, List<String> labels, List<String> series) {
    int angle = labels.size() > MOST_LEVEL_LABELS ? SLANTED : 0;
    return filled(template, figure, axis, series)
        .order("x", labels)
        .channel("x", x -> x.withObject("/axis").put("labelAngle", angle))
        .order("xOffset", series);
  }

  private VegaLiteSpecification filled(
      String template, Figure figure, String axis, List<String> series) {
    return VegaLiteSpecification.template(template)
        .title(figure.title(), "")
        .axis("y", axis)
        .colours(
            series,
            series.stream()
                .map(name -> COLOURS.get(palette.indexOf(name) % COLOURS.size()))
                .toList());
  }

  /** The line at 1 is for ratios alone. */
  private static VegaLiteSpecification ratios(VegaLiteSpecification spec, String unit) {
    return unit.equals(RATIO) ? spec : spec.without("rule");
  }
}
