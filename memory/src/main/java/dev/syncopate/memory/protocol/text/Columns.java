package dev.syncopate.memory.protocol.text;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells, laid out in columns of equal width. */
final class Columns {
  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row; rows may have different numbers of cells. */
  void row(List<String> cells) {
    rows.add(cells);
  }

  /** Each row indented by two spaces, with two spaces between columns and none at its end. */
  String text() {
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        int width = row.get(i).length();
        if (i == widths.size()) {
          widths.add(width);
        } else {
          widths.set(i, Math.max(widths.get(i), width));
        }
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append("  ").append(row.get(i)).repeat(' ', widths.get(i) - row.get(i).length());
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
