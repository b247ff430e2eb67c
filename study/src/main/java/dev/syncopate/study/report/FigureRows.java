package dev.syncopate.study.report;

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
import java.util.List;

/** A figure as a table of texts, its header first. */
final class FigureRows {
  /** Links of a mesh that are listed. */
  private static final int BUSIEST = 4;

  private FigureRows() {}

  static List<List<String>> of(Figure figure) {
    return switch (figure) {
      case BarFigure bars -> bars(bars);
      case BoxPlotFigure boxes -> boxes(boxes);
      case HeatMap map -> heat(map);
      case LineFigure lines -> lines(lines);
      case MeshFigure meshes -> meshes(meshes);
      case SmallMultiplesFigure multiples -> multiples(multiples);
      case StackedBarFigure stacks -> stacks(stacks);
      case TableFigure table -> {
        List<List<String>> rows = new ArrayList<>(List.of(table.header()));
        rows.addAll(table.rows());
        yield rows;
      }
    };
  }

  /** Columns of words at the left. */
  static int words(Figure figure) {
    return switch (figure) {
      case BarFigure _, HeatMap _, LineFigure _ -> 1;
      case BoxPlotFigure _, MeshFigure _, SmallMultiplesFigure _, StackedBarFigure _ -> 2;
      case TableFigure table -> table.words();
    };
  }

  private static List<List<String>> bars(BarFigure bars) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(header("", bars.series()));
    bars.groups().forEach(group -> rows.add(row(bars, group)));
    bars.means().forEach(group -> rows.add(row(bars, group)));
    return rows;
  }

  /** Measured, and in brackets what the paper states. */
  private static List<String> row(BarFigure bars, BarFigure.Group group) {
    List<String> row = new ArrayList<>(List.of(group.label()));
    for (int i = 0; i < bars.series().size(); i++) {
      String stated = bars.stated(group.label(), bars.series().get(i));
      row.add(
          NumberText.text(group.values().get(i), bars.unit())
              + (stated.isEmpty() ? "" : " (" + stated + ")"));
    }
    return row;
  }

  /** The busiest links of each map, and the mean of all. */
  private static List<List<String>> meshes(MeshFigure meshes) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "link", "busy"));
    for (MeshFigure.Panel panel : meshes.panels()) {
      String title = panel.title();
      for (MeshFigure.Link link : panel.byLoad().stream().limit(BUSIEST).toList()) {
        rows.add(List.of(title, link.name(), NumberText.text(100 * link.busy(), "%")));
        title = "";
      }
      rows.add(List.of(title, "mean of all", NumberText.text(100 * panel.mean(), "%")));
    }
    return rows;
  }

  private static List<List<String>> heat(HeatMap map) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(header(map.down() + " \\ " + map.across(), map.columns()));
    for (int i = 0; i < map.rows().size(); i++) {
      List<String> row = new ArrayList<>(List.of(map.rows().get(i)));
      map.values().get(i).forEach(value -> row.add(NumberText.text(value, map.unit())));
      rows.add(row);
    }
    return rows;
  }

  private static List<List<String>> boxes(BoxPlotFigure boxes) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("", "", "minimum", "25%", "median", "75%", "maximum", "max/median", "samples"));
    String above = "";
    for (BoxPlotFigure.Box box : boxes.boxes()) {
      rows.add(
          List.of(
              box.group().equals(above) ? "" : box.group(),
              box.series(),
              NumberText.text(box.low(), ""),
              NumberText.text(box.lower(), ""),
              NumberText.text(box.median(), ""),
              NumberText.text(box.upper(), ""),
              NumberText.text(box.high(), ""),
              NumberText.text(box.high() / box.median(), ""),
              Integer.toString(box.samples())));
      above = box.group();
    }
    return rows;
  }

  private static List<List<String>> lines(LineFigure lines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(header(lines.across(), lines.series()));
    for (LineFigure.Point point : lines.points()) {
      rows.add(row(new ArrayList<>(), point, lines.unit()));
    }
    return rows;
  }

  private static List<List<String>> multiples(SmallMultiplesFigure multiples) {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = header("", multiples.series());
    header.add(1, multiples.across());
    rows.add(header);
    for (SmallMultiplesFigure.Panel panel : multiples.panels()) {
      String heading = panel.title();
      for (LineFigure.Point point : panel.points()) {
        rows.add(row(new ArrayList<>(List.of(heading)), point, multiples.unit()));
        heading = "";
      }
    }
    return rows;
  }

  private static List<List<String>> stacks(StackedBarFigure stacks) {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = header("", stacks.parts());
    header.add(1, "");
    header.add("all");
    rows.add(header);
    for (StackedBarFigure.Group group : stacks.groups()) {
      String heading = group.label();
      for (int i = 0; i < stacks.series().size(); i++) {
        List<String> row = new ArrayList<>(List.of(heading, stacks.series().get(i)));
        group.stacks().get(i).forEach(value -> row.add(NumberText.text(value, stacks.unit())));
        row.add(NumberText.text(group.height(i), stacks.unit()));
        rows.add(row);
        heading = "";
      }
    }
    return rows;
  }

  /** What is at a place, behind what stands at the left. */
  private static List<String> row(List<String> cells, LineFigure.Point point, String unit) {
    cells.add(point.label());
    point.values().forEach(value -> cells.add(NumberText.text(value, unit)));
    return cells;
  }

  private static List<String> header(String first, List<String> series) {
    List<String> header = new ArrayList<>(List.of(first));
    header.addAll(series);
    return header;
  }
}
