package dev.syncopate.app.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The demo's numbers as text: six rows that are printed, and all rows for the page. */
final class DemoTable {
  /**
   * Columns of words at the left of the printed table; those after them but the last are numbers.
   */
  private static final int LEADING_WORDS = 2;

  private DemoTable() {}

  /** All runs, the first row the headings. */
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
   * The table that is printed: the settings of {@link DemoPlan#printed} with a last column of what
   * each shows, padded to the widest cell, a repeated machine left out, a rule under the headings.
   */
  static String text(DemoResults results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "machine",
            "updates",
            "cycles",
            "speed-up",
            "L1 hits",
            "flushes",
            "answer",
            "what it shows"));
    String machine = "";
    for (DemoRun run : results.runs()) {
      if (DemoPlan.printed(run.setting())) {
        rows.add(
            List.of(
                run.setting().machine().equals(machine) ? "" : run.setting().machine(),
                run.setting().program().line(),
                format("%,d", run.cycles()),
                speedUp(results.speedUp(run)),
                format("%.1f%%", 100 * run.l1HitRate()),
                format("%,d", run.total("sync.flushes")),
                run.outcome().verified() ? "right" : "WRONG",
                run.setting().program().lesson()));
        machine = run.setting().machine();
      }
    }
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      List<String> row = rows.get(r);
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        String padding = " ".repeat(widths[i] - cell.length());
        boolean words = i < LEADING_WORDS || i == widths.length - 1;
        line.append(i == 0 ? "" : "  ").append(words ? cell + padding : padding + cell);
      }
      text.append(line.toString().stripTrailing()).append('\n');
      if (r == 0) {
        text.append("-".repeat(line.length())).append('\n');
      }
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
