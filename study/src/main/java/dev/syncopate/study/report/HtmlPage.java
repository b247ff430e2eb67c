package dev.syncopate.study.report;

import dev.syncopate.study.chart.VegaLiteSpecification;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.RejudgedClaims;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.html.PageTemplate;
import dev.syncopate.study.job.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A study as one page that loads nothing: its libraries, data and styles are in it. {@code
 * study.mustache} says how it looks; here is what it says.
 */
final class HtmlPage {
  private static final List<String> LIBRARIES =
      List.of("vega.min.js", "vega-lite.min.js", "vega-embed.min.js");

  private HtmlPage() {}

  /** Contents of the template. */
  private record View(
      String title,
      String style,
      String licence,
      List<String> scripts,
      List<String> facts,
      boolean hasClaims,
      String verdicts,
      boolean hasFailures,
      List<String> failures,
      List<TableView> inputs,
      List<FigureView> figures,
      List<ClaimView> claims,
      List<String> beside,
      String version,
      String command) {}

  /**
   * A figure.
   *
   * @param specification for Vega to draw; empty where there is no chart
   * @param picture for where no program runs; empty where there is none
   * @param maps pictures that no program draws
   */
  private record FigureView(
      String id,
      String title,
      String note,
      String specification,
      String picture,
      List<String> maps,
      boolean isTable,
      TableView table) {}

  private record TableView(List<Cell> header, List<Row> rows) {}

  private record Row(String style, List<Cell> cells) {}

  /**
   * A cell.
   *
   * @param word whether it is a word, at the left; numbers are at the right
   */
  private record Cell(boolean word, String text) {}

  /**
   * @param failures results that are no answer, to be named
   * @param command that repeats the study
   */
  static String of(
      StudyFindings findings, Map<Coordinate, JobResult> failures, String version, String command) {
    List<String> failed = new ArrayList<>();
    failures.forEach((coordinate, result) ->
        failed.add(coordinate + ": " + result.message().lines().findFirst().orElse("")));
    return PageTemplate.of(HtmlPage.class, "study")
        .fill(
            new View(
                findings.title(),
                ReportResources.text("page.css"),
                ReportResources.text("vega/LICENSE-vega.txt"),
                LIBRARIES.stream().map(HtmlPage::library).toList(),
                findings.facts(),
                !findings.claims().isEmpty(),
                TextReport.counts(findings),
                !failed.isEmpty(),
                failed,
                inputs(findings.inputs()),
                findings.figures().stream()
                    .map(figure -> figure(figure, findings.figures()))
                    .toList(),
                findings.claims().stream()
                    .map(claim -> ClaimView.of(claim, findings.beside()))
                    .toList(),
                findings.beside().stream().map(RejudgedClaims::name).toList(),
                version,
                command));
  }

  private static String library(String name) {
    return ReportResources.text("vega/" + name).replaceAll("(?m)^//# sourceMappingURL.*$", "");
  }

  /** A table, or none where there is no input. */
  private static List<TableView> inputs(List<StudyFindings.Input> inputs) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("subject", "workload", "in the paper", "here"));
    for (StudyFindings.Input input : inputs) {
      rows.add(List.of(input.subject(), input.workload(), input.published(), input.used()));
    }
    return inputs.isEmpty() ? List.of() : List.of(table(rows, 4, Integer.MAX_VALUE));
  }

  private static FigureView figure(Figure figure, List<Figure> figures) {
    Optional<VegaLiteSpecification> spec = VegaSpec.of(figure, figures);
    int means = figure instanceof BarFigure bars ? bars.groups().size() : Integer.MAX_VALUE;
    return new FigureView(
        figure.id(),
        figure.title(),
        note(figure),
        spec.map(HtmlPage::script).orElse(""),
        ReportFiles.hasPicture(figure) ? spec.map(VegaLiteSpecification::svg).orElse("") : "",
        MeshDrawing.of(figure),
        figure instanceof TableFigure,
        table(FigureRows.of(figure), FigureRows.words(figure), means));
  }

  private static String note(Figure figure) {
    return figure instanceof BarFigure bars && !Double.isNaN(bars.clip())
        ? figure.note() + " A bar with a number is clipped; the number is its height."
        : figure.note();
  }

  /** JSON that may stand in a script: nothing in it ends the element. */
  private static String script(VegaLiteSpecification specification) {
    return specification.untitled().json().strip().replace("</", "<\\/");
  }

  /**
   * @param rows the header first
   * @param words columns of words, at the left
   * @param means rows behind so many are means
   */
  private static TableView table(List<List<String>> rows, int words, int means) {
    List<Row> body = new ArrayList<>();
    for (int r = 1; r < rows.size(); r++) {
      body.add(new Row(r > means ? "mean" : "", cells(rows.get(r), words)));
    }
    return new TableView(cells(rows.getFirst(), words), body);
  }

  private static List<Cell> cells(List<String> texts, int words) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      cells.add(new Cell(i < words, texts.get(i)));
    }
    return cells;
  }
}
