package dev.syncopate.study.report;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.RejudgedClaims;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A study as text for a terminal. */
public final class TextReport {
  private static final int WIDTH = 110;

  private final int columns;

  private TextReport(int columns) {
    this.columns = columns;
  }

  /**
   * Facts, every figure as a table, then the claims.
   *
   * @param columns of the terminal; {@link Integer#MAX_VALUE} where output goes to a file
   */
  public static String of(StudyFindings findings, int columns) {
    return new TextReport(columns).text(findings.measured());
  }

  private String text(StudyFindings findings) {
    StringBuilder text = new StringBuilder();
    text.append(findings.title()).append("\n\n");
    findings.facts().forEach(fact -> text.append(wrap(fact, "  ")));
    for (Figure figure : findings.figures()) {
      text.append('\n').append(figure.title()).append('\n');
      text.append(wrap(figure.note(), "  ")).append('\n');
      int rule = figure instanceof BarFigure bars ? bars.groups().size() : Integer.MAX_VALUE;
      int words = FigureRows.words(figure);
      int keys = figure instanceof TableFigure ? 1 : words;
      text.append(new TableText(FigureRows.of(figure), keys, words, rule).within(columns));
    }
    if (!findings.claims().isEmpty()) {
      text.append("\nWhat the paper says, and what came out here: ")
          .append(counts(findings))
          .append("\n\n");
      findings
          .claims()
          .forEach(claim -> text.append(claim(claim)).append(beside(claim, findings.beside())));
    }
    return text.toString();
  }

  /** How many claims are held; where they are judged more than once, each time. */
  static String counts(StudyFindings findings) {
    if (findings.beside().isEmpty()) {
      return count(findings.claims());
    }
    List<String> counts = new ArrayList<>(List.of("as it is: " + count(findings.claims())));
    findings.beside().forEach(judged -> counts.add(judged.name() + ": " + count(judged.claims())));
    return String.join("; ", counts);
  }

  /** Where one thing is otherwise: verdicts that differ, and what stands for a stated number. */
  private String beside(Claim claim, List<RejudgedClaims> beside) {
    List<String> differing =
        beside.stream()
            .map(judged -> Map.entry(judged.name(), judged.claim(claim.id())))
            .filter(entry ->
                entry.getValue().verdict() != claim.verdict()
                    || (!claim.published().equals("-") && !entry.getValue().measured().equals("-")))
            .map(entry ->
                "%s: %s, measured %s"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().verdict().words(),
                        entry.getValue().measured()))
            .toList();
    return differing.isEmpty() ? "" : wrap(String.join("; ", differing), "      ");
  }

  private String claim(Claim claim) {
    return wrap(
            "%-12s %s (%s)".formatted(claim.verdict().words(), claim.statement(), claim.source()),
            "  ")
        + wrap(
            "published %s, measured %s; %s"
                .formatted(claim.published(), claim.measured(), claim.criterion()),
            "      ");
  }

  /**
   * A claim in a line or two: verdict, numbers, statement.
   *
   * @param reason what decides it, on separate lines; nothing if empty
   */
  static String headline(Claim claim, String reason, int columns) {
    TextReport report = new TextReport(columns);
    return report.wrap(
            "%-12s published %s, measured %s: %s (%s)"
                .formatted(
                    claim.verdict().words(),
                    claim.published(),
                    claim.measured(),
                    claim.statement(),
                    claim.source()),
            "  ")
        + (reason.isEmpty() ? "" : report.wrap("Why: " + reason, " ".repeat(15)));
  }

  /** For example {@code 7 held, 2 partly, 3 not held}. */
  static String count(List<Claim> claims) {
    Map<Claim.Verdict, Integer> counts = new EnumMap<>(Claim.Verdict.class);
    claims.forEach(claim -> counts.merge(claim.verdict(), 1, Integer::sum));
    List<String> words = new ArrayList<>();
    counts.forEach((verdict, count) -> words.add(count + " " + verdict.words()));
    return String.join(", ", words);
  }

  private String wrap(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.split(" ", -1)) {
      boolean first = line.length() == indent.length();
      if (!first && line.length() + 1 + word.length() > Math.min(WIDTH, columns)) {
        lines.append(line).append('\n');
        line = new StringBuilder(indent);
        first = true;
      }
      line.append(first ? "" : " ").append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
