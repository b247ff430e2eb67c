package dev.syncopate.study.chart;

import java.util.List;

/**
 * A grid of coloured fields, each with its number.
 *
 * @param title over the picture
 * @param subtitle below the title; may be empty
 * @param across title of the columns
 * @param down title of the rows
 * @param columns labels from left to right
 * @param rows labels from top to bottom
 * @param values by row, then column; NaN for an empty field
 * @param texts what is written in the fields
 */
public record HeatGrid(
    String title,
    String subtitle,
    String across,
    String down,
    List<String> columns,
    List<String> rows,
    List<List<Double>> values,
    List<List<String>> texts) {
  /** The picture as an SVG document, which may also stand inside a page. */
  public String svg() {
    return new HeatGridSvg(this).draw();
  }
}
