package dev.syncopate.app.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The demo's numbers as rows of text, the first row the headings. */
final class DemoTable {
  /** Columns of words; the others are numbers. */
  static final int WORDS = 3;

  private DemoTable() {}

  static List<List<String>> rows(DemoResults results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "machine",
            "updates",
            "model",
            "cycles",
            "speed-up",
            "L1 hits",
            "flushes",
            "invalidations",
            "DRAM KiB",
            "answer"));
    for (DemoRun run : results.runs()) {
      rows.add(
          List.of(
              run.setting().machine(),
              run.setting().program().line(),
              run.setting().model().name(),
              format("%,d", run.cycles()),
              speedUp(results.speedUp(run)),
              format("%.1f%%", 100 * run.l1HitRate()),
              format("%,d", run.total("sync.flushes")),
              format("%,d", run.total("sync.invalidations")),
              format("%,d", run.total("dram.bytes") / 1024),
              run.outcome().verified() ? "right" : "WRONG"));
    }
    return rows;
  }

  /**
   * Columns padded to their widest cell; a repeated machine or program is left out; a rule under
   * the headings.
   */
  static String text(DemoResults results) {
    List<List<String>> rows = rows(results);
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    List<String> above = List.of("", "");
    for (int r = 0; r < rows.size(); r++) {
      List<String> row = rows.get(r);
      boolean sameMachine = row.get(0).equals(above.get(0));
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        boolean repeated = sameMachine && (i == 0 || (i == 1 && row.get(1).equals(above.get(1))));
        String cell = repeated ? "" : row.get(i);
        line.append(i == 0 ? "" : "  ")
            .append(i < WORDS ? cell : " ".repeat(widths[i] - cell.length()) + cell)
            .append(i < WORDS ? " ".repeat(widths[i] - cell.length()) : "");
      }
      text.append(line.toString().stripTrailing()).append('\n');
      if (r == 0) {
        text.append("-".repeat(line.length())).append('\n');
      }
      above = row;
    }
    return text.toString();
  }

  private static String speedUp(double value) {
    return Double.isNaN(value) ? "-" : format("%.2f", value);
  }

  private static String format(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }
}
