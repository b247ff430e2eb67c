package dev.syncopate.study.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table as text. A table that is wider than the terminal is transposed where that makes it fit.
 * Else its columns are shown in blocks below each other, each with the key columns at its left.
 * Cells that are wider than a block are broken at spaces. Nothing is left out.
 */
final class TableText {
  private static final String INDENT = "  ";
  private static final String GAP = "  ";

  /** A cell that is broken has at least so many characters a line. */
  private static final int NARROWEST = 16;

  private final List<List<String>> rows;
  private final int keys;
  private final int words;
  private final int rule;

  /**
   * @param rows the header first; all of the same length
   * @param keys columns at the left that say what a row is about
   * @param words columns of words, at the left of their column; numbers are at the right
   * @param rule rows after the header behind which there is a line
   */
  TableText(List<List<String>> rows, int keys, int words, int rule) {
    this.rows = rows;
    this.keys = keys;
    this.words = words;
    this.rule = rule;
  }

  /**
   * The lines.
   *
   * @param columns of the terminal
   */
  String within(int columns) {
    int[] widths = widths();
    if (width(widths) <= columns) {
      return block(allColumns(), widths);
    }
    if (words == 1 && rule >= rows.size() - 1) {
      TableText turned = new TableText(turned(), 1, 1, Integer.MAX_VALUE);
      if (width(turned.widths()) <= columns) {
        return turned.block(turned.allColumns(), turned.widths());
      }
    }
    return blocks(columns, widths);
  }

  private int[] widths() {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static int width(int[] widths) {
    return INDENT.length() + Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
  }

  private List<Integer> allColumns() {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < rows.getFirst().size(); i++) {
      columns.add(i);
    }
    return columns;
  }

  private List<List<String>> turned() {
    List<List<String>> turned = new ArrayList<>();
    for (int column = 0; column < rows.getFirst().size(); column++) {
      List<String> row = new ArrayList<>();
      for (List<String> old : rows) {
        row.add(old.get(column));
      }
      turned.add(row);
    }
    return turned;
  }

  private String blocks(int columns, int[] full) {
    int[] widths = full.clone();
    int room = columns - INDENT.length();
    for (int i = 0; i < keys; i++) {
      widths[i] = Math.min(widths[i], Math.max(NARROWEST, columns / (2 * keys)));
      room -= widths[i] + GAP.length();
    }
    room = Math.max(NARROWEST, room);
    for (int i = keys; i < widths.length; i++) {
      widths[i] = Math.min(widths[i], room);
    }
    StringBuilder text = new StringBuilder();
    List<Integer> block = new ArrayList<>(allColumns().subList(0, keys));
    int used = 0;
    for (int i = keys; i < widths.length; i++) {
      if (block.size() > keys && used + GAP.length() + widths[i] > room) {
        text.append(block(block, widths)).append('\n');
        block = new ArrayList<>(allColumns().subList(0, keys));
        used = 0;
      }
      used += (block.size() > keys ? GAP.length() : 0) + widths[i];
      block.add(i);
    }
    return text.append(block(block, widths)).toString();
  }

  private String block(List<Integer> columns, int[] widths) {
    StringBuilder text = new StringBuilder();
    int length = columns.stream().mapToInt(i -> widths[i] + GAP.length()).sum() - GAP.length();
    for (int r = 0; r < rows.size(); r++) {
      row(text, rows.get(r), columns, widths);
      if (r == 0 || (r == rule && r < rows.size() - 1)) {
        text.append(INDENT).append("-".repeat(length)).append('\n');
      }
    }
    return text.toString();
  }

  private void row(StringBuilder text, List<String> row, List<Integer> columns, int[] widths) {
    List<List<String>> cells =
        columns.stream().map(column -> broken(row.get(column), widths[column])).toList();
    int lines = cells.stream().mapToInt(List::size).max().orElse(1);
    for (int l = 0; l < lines; l++) {
      StringBuilder line = new StringBuilder(INDENT);
      for (int c = 0; c < columns.size(); c++) {
        int column = columns.get(c);
        String cell = l < cells.get(c).size() ? cells.get(c).get(l) : "";
        String gap = " ".repeat(Math.max(0, widths[column] - cell.length()));
        line.append(c == 0 ? "" : GAP).append(column < words ? cell + gap : gap + cell);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
  }

  /** A cell's lines, broken at spaces, or anywhere in a word that is wider than the column. */
  private static List<String> broken(String cell, int width) {
    if (cell.length() <= width) {
      return List.of(cell);
    }
    List<String> lines = new ArrayList<>();
    String rest = cell;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space > 0 ? space : width;
      lines.add(rest.substring(0, end));
      rest = rest.substring(space > 0 ? space + 1 : end);
    }
    lines.add(rest);
    return lines;
  }
}
