package dev.syncopate.study.report;

import dev.syncopate.sim.text.WholeFile;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.html.PageTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Several papers on one page: of each the claims that carry it with what decides those that are not
 * held, how many of all its claims hold, and the way to its own page.
 *
 * @param studies in the order of the page
 */
public record Overview(List<Study> studies) {
  /**
   * A paper's study.
   *
   * @param headlines claims that carry the paper
   * @param page its own, relative to the overview's folder
   * @param reason what decides a claim, in a sentence; nothing of a claim that is held
   */
  public record Study(
      StudyFindings findings, List<Claim> headlines, String page, Function<Claim, String> reason) {
    public Study {
      headlines = List.copyOf(headlines);
    }
  }

  public Overview {
    studies = List.copyOf(studies);
  }

  /** Contents of the page's template. */
  private record View(String style, List<StudyView> studies, String version, String command) {}

  private record StudyView(
      String name, String title, String verdicts, String page, List<HeadlineView> claims) {}

  /**
   * @param reason what decides it; empty where there is nothing to explain
   */
  private record HeadlineView(ClaimView claim, String reason) {}

  /**
   * Writes {@code all.html} and {@code all-claims.csv}, a row a claim of any paper.
   *
   * @param version of the program
   * @param command that repeats all studies
   * @return the page
   * @throws IOException if a file cannot be written
   */
  public Path write(Path folder, String version, String command) throws IOException {
    Path page = folder.resolve("all.html");
    WholeFile.write(
        page,
        PageTemplate.of(Overview.class, "overview")
            .fill(
                new View(
                    ReportResources.text("page.css"),
                    studies.stream().map(Overview::view).toList(),
                    version,
                    command)));
    WholeFile.write(folder.resolve("all-claims.csv"), csv());
    return page;
  }

  private static StudyView view(Study study) {
    return new StudyView(
        study.findings().name(),
        study.findings().title(),
        TextReport.count(study.findings().claims()),
        study.page(),
        study.headlines().stream()
            .map(claim -> new HeadlineView(ClaimView.of(claim), study.reason().apply(claim)))
            .toList());
  }

  private String csv() {
    StringBuilder csv = new StringBuilder();
    List<String> header = new ArrayList<>(List.of("paper", "headline"));
    header.addAll(CsvReport.CLAIM_COLUMNS);
    header.add("reason");
    CsvReport.line(csv, header);
    for (Study study : studies) {
      for (Claim claim : study.findings().claims()) {
        List<String> row = new ArrayList<>();
        row.add(study.findings().name());
        row.add(study.headlines().contains(claim) ? "yes" : "no");
        row.addAll(CsvReport.row(claim));
        row.add(study.reason().apply(claim));
        CsvReport.line(csv, row);
      }
    }
    return csv.toString();
  }

  /**
   * The same for a terminal.
   *
   * @param columns of it
   */
  public String text(int columns) {
    StringBuilder text = new StringBuilder();
    for (Study study : studies) {
      text.append(study.findings().title())
          .append("\n  all claims: ")
          .append(TextReport.count(study.findings().claims()))
          .append("; page: ")
          .append(study.page())
          .append('\n');
      study
          .headlines()
          .forEach(claim ->
              text.append(TextReport.headline(claim, study.reason().apply(claim), columns)));
      text.append('\n');
    }
    return text.toString();
  }
}
