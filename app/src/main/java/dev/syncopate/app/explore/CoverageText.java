package dev.syncopate.app.explore;

import dev.syncopate.app.litmus.TextTable;
import dev.syncopate.model.coverage.CoveredTransitions;
import dev.syncopate.model.coverage.CoveredTransitions.Row;
import dev.syncopate.model.coverage.TransitionOrigin;
import dev.syncopate.sim.text.CsvText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Text of the listed pairs and where they happened. */
public final class CoverageText {
  private static final int WIDTH = 110;
  private static final String UNEXPLAINED = "no reason known";

  private CoverageText() {}

  /** Every pair of some hardware and how often what made it happen. */
  public static String pairs(CoveredTransitions covered) {
    TextTable table = new TextTable();
    table.row(head(covered.hardware().toString(), List.of()));
    for (Row row : covered.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.pair()));
      row.counts().forEach(count -> cells.add(String.format(Locale.ROOT, "%,d", count)));
      table.row(cells);
    }
    return table.text();
  }

  /** A row for each hardware: the share of its pairs that each source made happen. */
  public static String summary(List<CoveredTransitions> results) {
    TextTable table = new TextTable();
    table.row(head("hardware", List.of("all", "explained", "listed pairs")));
    for (CoveredTransitions covered : results) {
      List<Row> rows = covered.rows();
      List<String> cells = new ArrayList<>(List.of(covered.hardware().toString()));
      for (TransitionOrigin source : TransitionOrigin.values()) {
        cells.add(share(covered.happened(source), rows.size()));
      }
      cells.add(share((int) rows.stream().filter(row -> row.sum() > 0).count(), rows.size()));
      cells.add(Long.toString(rows.stream().filter(Row::isExplained).count()));
      cells.add(Integer.toString(rows.size()));
      table.row(cells);
    }
    return table.text();
  }

  private static List<String> head(String first, List<String> last) {
    List<String> head = new ArrayList<>(List.of(first));
    Arrays.stream(TransitionOrigin.values()).map(TransitionOrigin::text).forEach(head::add);
    head.addAll(last);
    return head;
  }

  private static String share(int part, int total) {
    return part == total ? "all" : part + " (" + 100 * part / total + " %)";
  }

  /** The pairs of some hardware that never happened, those with one reason together. */
  public static String never(CoveredTransitions covered) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Row row : covered.rows()) {
      if (row.sum() == 0) {
        String why = row.why() == null ? UNEXPLAINED : row.why();
        byReason.computeIfAbsent(why, unseen -> new ArrayList<>()).add(row.pair());
      }
    }
    StringBuilder text = new StringBuilder();
    byReason.forEach((why, pairs) -> {
      text.append(covered.hardware()).append(", never: ").append(why).append('\n');
      wrap(pairs, text);
    });
    return text.toString();
  }

  private static void wrap(List<String> pairs, StringBuilder text) {
    StringBuilder line = new StringBuilder(" ");
    for (int i = 0; i < pairs.size(); i++) {
      String word = pairs.get(i) + (i + 1 < pairs.size() ? "," : "");
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(" ");
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }

  /** What is not as it should be, a line each; empty when all is well. */
  public static List<String> faults(CoveredTransitions covered) {
    List<String> faults = new ArrayList<>();
    String prefix = covered.hardware() + ": ";
    covered
        .unexplained()
        .forEach(pair -> faults.add(prefix + pair + " never happened, and no reason is known"));
    covered
        .refuted()
        .forEach(
            pair -> faults.add(prefix + pair + " happened, and is explained to be impossible"));
    covered
        .unlisted()
        .forEach(pair -> faults.add(prefix + pair + " is explained, and no controller lists it"));
    covered.wrong().forEach(wrong -> faults.add(prefix + wrong));
    return faults;
  }

  /** A row for each pair of each hardware. */
  public static String csv(List<CoveredTransitions> results) {
    StringBuilder text = new StringBuilder("protocol,model,place,state,event");
    for (TransitionOrigin source : TransitionOrigin.values()) {
      text.append(",").append(source.text().replace(", ", "-").replace(" ", "-"));
    }
    text.append(",why\n");
    for (CoveredTransitions covered : results) {
      for (Row row : covered.rows()) {
        text.append(covered.hardware().protocol()).append(',').append(covered.hardware().model());
        text.append(',').append(row.pair().replace(' ', ','));
        row.counts().forEach(count -> text.append(',').append(count));
        String why = row.why() == null ? "" : row.why();
        text.append(',').append(CsvText.cell(why)).append('\n');
      }
    }
    return text.toString();
  }
}
