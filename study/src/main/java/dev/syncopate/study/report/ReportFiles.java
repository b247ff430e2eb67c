package dev.syncopate.study.report;

import dev.syncopate.sim.text.FileName;
import dev.syncopate.sim.text.WholeFile;
import dev.syncopate.study.chart.PdfPicture;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.grid.ResultGrid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a study's files: page, tables, pictures. */
public final class ReportFiles {
  private ReportFiles() {}

  /**
   * Writes {@code NAME.html}, {@code NAME.json}, {@code NAME-figures.csv}, {@code
   * NAME-results.csv}, {@code NAME-results.ndjson}, {@code NAME-claims.csv} if there are claims,
   * and {@code NAME-FIGURE.svg} for each figure of bars or lines, {@code NAME-FIGURE-1.svg} and so
   * on of maps.
   *
   * @param pdf whether each picture is also written as {@code .pdf}
   * @param version of the program
   * @param command that repeats the study
   * @return the files, the page first
   * @throws IOException if one cannot be written
   */
  public static List<Path> write(
      Path folder,
      StudyFindings findings,
      ResultGrid grid,
      String version,
      String command,
      boolean pdf)
      throws IOException {
    String name = FileName.of(findings.name());
    Map<Path, String> texts = new LinkedHashMap<>();
    StudyFindings drawn = findings.measured().named();
    texts.put(
        folder.resolve(name + ".html"), HtmlPage.of(drawn, grid.failures(), version, command));
    texts.put(folder.resolve(name + ".json"), JsonReport.of(findings, grid, version));
    texts.put(folder.resolve(name + "-figures.csv"), CsvReport.figures(findings));
    ResultsTable results = new ResultsTable(grid);
    texts.put(folder.resolve(name + "-results.csv"), results.csv());
    texts.put(folder.resolve(name + "-results.ndjson"), results.ndjson());
    if (!findings.claims().isEmpty()) {
      texts.put(folder.resolve(name + "-claims.csv"), CsvReport.claims(findings));
    }
    Map<Path, String> pictures = new LinkedHashMap<>();
    for (Figure figure : drawn.figures()) {
      if (hasPicture(figure)) {
        VegaSpec.of(figure, drawn.figures())
            .ifPresent(spec ->
                pictures.put(folder.resolve(name + "-" + figure.id() + ".svg"), spec.svg()));
      }
    }
    for (Figure figure : drawn.figures()) {
      int number = 0;
      for (String map : MeshDrawing.of(figure)) {
        String file = "%s-%s-%d.svg".formatted(name, figure.id(), ++number);
        pictures.put(folder.resolve(file), map);
      }
    }
    texts.putAll(pictures);
    Map<Path, byte[]> files = new LinkedHashMap<>();
    texts.forEach((file, text) -> files.put(file, text.getBytes(StandardCharsets.UTF_8)));
    if (pdf) {
      pictures.forEach((file, svg) ->
          files.put(
              file.resolveSibling(String.valueOf(file.getFileName()).replaceFirst("svg$", "pdf")),
              PdfPicture.of(svg)));
    }
    IOException failed = null;
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      try {
        WholeFile.write(file.getKey(), file.getValue());
      } catch (IOException e) {
        failed = failed == null ? e : failed; // the others are written all the same
      }
    }
    if (failed != null) {
      throw failed;
    }
    return List.copyOf(files.keySet());
  }

  /** Whether a figure is also drawn as a still picture. */
  static boolean hasPicture(Figure figure) {
    return figure instanceof BarFigure
        || figure instanceof LineFigure
        || figure instanceof SmallMultiplesFigure
        || figure instanceof StackedBarFigure;
  }
}
