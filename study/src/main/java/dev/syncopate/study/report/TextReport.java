package dev.syncopate.study.report;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Findings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A study as text for a terminal. */
public final class TextReport {
  private static final int WIDTH = 110;

  private TextReport() {}

  /** Facts, every figure as a table, then the claims. */
  public static String of(Findings findings) {
    StringBuilder text = new StringBuilder();
    text.append(findings.title()).append("\n\n");
    findings.facts().forEach(fact -> text.append(wrap(fact, "  ")));
    for (Figure figure : findings.figures()) {
      text.append('\n').append(figure.title()).append('\n');
      text.append(wrap(figure.note(), "  ")).append('\n');
      int rule = figure instanceof Bars bars ? bars.groups().size() : Integer.MAX_VALUE;
      text.append(table(Rows.of(figure), Rows.words(figure), rule));
    }
    if (!findings.claims().isEmpty()) {
      text.append("\nWhat the paper says, and what came out here: ")
          .append(count(findings.claims()))
          .append("\n\n");
      findings.claims().forEach(claim -> text.append(claim(claim)));
    }
    return text.toString();
  }

  private static String claim(Claim claim) {
    return wrap(
            "%-12s %s (%s)".formatted(claim.verdict().words(), claim.statement(), claim.source()),
            "  ")
        + wrap(
            "published %s, measured %s; %s"
                .formatted(claim.published(), claim.measured(), claim.criterion()),
            "      ");
  }

  /** For example {@code 7 held, 2 partly, 3 not held}. */
  static String count(List<Claim> claims) {
    Map<Claim.Verdict, Integer> counts = new EnumMap<>(Claim.Verdict.class);
    claims.forEach(claim -> counts.merge(claim.verdict(), 1, Integer::sum));
    List<String> words = new ArrayList<>();
    counts.forEach((verdict, count) -> words.add(count + " " + verdict.words()));
    return String.join(", ", words);
  }

  /**
   * Columns side by side: words to the left, numbers to the right.
   *
   * @param rows the header first
   * @param words columns of words at the left
   * @param rule rows after the header behind which there is a line
   */
  static String table(List<List<String>> rows, int words, int rule) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < widths.length; i++) {
        String cell = rows.get(r).get(i);
        String gap = " ".repeat(widths[i] - cell.length());
        line.append(i == 0 ? "" : "  ").append(i < words ? cell + gap : gap + cell);
      }
      text.append(line.toString().stripTrailing()).append('\n');
      if (r == 0 || (r == rule && r < rows.size() - 1)) {
        text.append("  ").append("-".repeat(line.length() - 2)).append('\n');
      }
    }
    return text.toString();
  }

  private static String wrap(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.split(" ", -1)) {
      boolean first = line.length() == indent.length();
      if (!first && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append('\n');
        line = new StringBuilder(indent);
        first = true;
      }
      line.append(first ? "" : " ").append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
