package dev.syncopate.study.report;

import dev.syncopate.sim.text.CsvText;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.BoxPlotFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.HeatMap;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.MeshFigure;
import dev.syncopate.study.figure.RejudgedClaims;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import java.util.ArrayList;
import java.util.List;

/** Every number as comma-separated values (RFC 4180), a header first, whole precision. */
final class CsvReport {
  private CsvReport() {}

  /** A row a number of a figure. */
  static String figures(StudyFindings findings) {
    StringBuilder csv = new StringBuilder();
    line(csv, List.of("figure", "group", "series", "statistic", "value", "published"));
    for (Figure figure : findings.figures()) {
      switch (figure) {
        case BarFigure bars -> {
          bars.groups().forEach(group -> add(csv, bars, group));
          bars.means().forEach(group -> add(csv, bars, group));
        }
        case BoxPlotFigure boxes -> boxes.boxes().forEach(box -> add(csv, boxes, box));
        case HeatMap map -> add(csv, map);
        case LineFigure lines -> add(csv, lines.id(), "", lines.series(), lines.points());
        case MeshFigure meshes -> meshes.panels().forEach(panel -> add(csv, meshes, panel));
        case SmallMultiplesFigure multiples ->
            multiples
                .panels()
                .forEach(panel ->
                    add(
                        csv,
                        multiples.id(),
                        panel.title() + " ",
                        multiples.series(),
                        panel.points()));
        case StackedBarFigure stacks -> stacks.groups().forEach(group -> add(csv, stacks, group));
        case TableFigure table -> table.rows().forEach(row -> add(csv, table, row));
      }
    }
    return csv.toString();
  }

  /** A row of a table: its numbers by its first word. */
  private static void add(StringBuilder csv, TableFigure table, List<String> row) {
    for (int column = table.words(); column < row.size(); column++) {
      String number = row.get(column).replace(",", "");
      if (number.matches("[-+]?[0-9]+(\\.[0-9]+)?")) {
        line(
            csv,
            List.of(table.id(), row.getFirst(), table.header().get(column), "value", number, ""));
      }
    }
  }

  private static void add(StringBuilder csv, BarFigure bars, BarFigure.Group group) {
    for (int i = 0; i < bars.series().size(); i++) {
      String series = bars.series().get(i);
      line(
          csv,
          List.of(
              bars.id(),
              group.label(),
              series,
              "value",
              number(group.values().get(i)),
              bars.stated(group.label(), series)));
    }
  }

  private static void add(StringBuilder csv, HeatMap map) {
    for (int row = 0; row < map.rows().size(); row++) {
      for (int column = 0; column < map.columns().size(); column++) {
        line(
            csv,
            List.of(
                map.id(),
                map.rows().get(row),
                map.columns().get(column),
                "value",
                number(map.values().get(row).get(column)),
                ""));
      }
    }
  }

  private static void add(StringBuilder csv, MeshFigure meshes, MeshFigure.Panel panel) {
    for (MeshFigure.Link link : panel.links()) {
      line(csv, List.of(meshes.id(), panel.title(), link.name(), "busy", number(link.busy()), ""));
    }
  }

  private static void add(
      StringBuilder csv, StackedBarFigure stacks, StackedBarFigure.Group group) {
    for (int i = 0; i < stacks.series().size(); i++) {
      for (int part = 0; part < stacks.parts().size(); part++) {
        line(
            csv,
            List.of(
                stacks.id(),
                group.label(),
                stacks.series().get(i),
                stacks.parts().get(part),
                number(group.stacks().get(i).get(part)),
                ""));
      }
    }
  }

  private static void add(StringBuilder csv, BoxPlotFigure boxes, BoxPlotFigure.Box box) {
    double[] values = {box.low(), box.lower(), box.median(), box.upper(), box.high()};
    List<String> names = List.of("minimum", "quartile1", "median", "quartile3", "maximum");
    for (int i = 0; i < values.length; i++) {
      line(
          csv, List.of(boxes.id(), box.group(), box.series(), names.get(i), number(values[i]), ""));
    }
  }

  /**
   * @param panel stands before the place
   */
  private static void add(
      StringBuilder csv,
      String id,
      String panel,
      List<String> series,
      List<LineFigure.Point> points) {
    for (LineFigure.Point point : points) {
      for (int i = 0; i < series.size(); i++) {
        line(
            csv,
            List.of(
                id, panel + point.x(), series.get(i), "value", number(point.values().get(i)), ""));
      }
    }
  }

  /** What is said of a claim. */
  static final List<String> CLAIM_COLUMNS =
      List.of("id", "verdict", "published", "measured", "statement", "criterion", "source");

  /** A row a claim, with two more columns for each additional verdict. */
  static String claims(StudyFindings findings) {
    StringBuilder csv = new StringBuilder();
    List<String> header = new ArrayList<>(CLAIM_COLUMNS);
    for (RejudgedClaims judged : findings.beside()) {
      header.add(judged.name() + " verdict");
      header.add(judged.name() + " measured");
    }
    line(csv, header);
    for (Claim claim : findings.claims()) {
      List<String> row = new ArrayList<>(row(claim));
      for (RejudgedClaims judged : findings.beside()) {
        Claim alternative = judged.claim(claim.id());
        row.add(alternative.verdict().words());
        row.add(alternative.measured());
      }
      line(csv, row);
    }
    return csv.toString();
  }

  /** A claim by {@link #CLAIM_COLUMNS}. */
  static List<String> row(Claim claim) {
    return List.of(
        claim.id(),
        claim.verdict().words(),
        claim.published(),
        claim.measured(),
        claim.statement(),
        claim.criterion(),
        claim.source());
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }

  static void line(StringBuilder csv, List<String> cells) {
    csv.append(CsvText.line(cells)).append('\n');
  }
}
