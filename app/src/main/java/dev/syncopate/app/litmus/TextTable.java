package dev.syncopate.app.litmus;

import java.util.ArrayList;
import java.util.List;

/** A table of texts, columns as wide as they need be. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row. */
  public void row(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /** The table. */
  public String text() {
    StringBuilder text = new StringBuilder();
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.size(); c++) {
        line.append(row.get(c)).append(" ".repeat(width(c) - row.get(c).length()));
        line.append(c + 1 < columns ? GAP : "");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
