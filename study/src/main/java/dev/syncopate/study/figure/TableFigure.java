package dev.syncopate.study.figure;

import java.util.List;

/**
 * Numbers of several kinds, as texts.
 *
 * @param header of each column
 * @param rows as long as the header
 * @param words columns of words, at the left
 */
public record TableFigure(
    String id, String title, String note, List<String> header, List<List<String>> rows, int words)
    implements Figure {
  public TableFigure {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
  }
}
