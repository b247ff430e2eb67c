package dev.syncopate.study.figure;

import java.util.List;

/**
 * A number for each pair of a row and a column, shown as a colour.
 *
 * @param across what the columns are
 * @param down what the rows are
 * @param axis what the numbers are
 * @param unit behind each number
 * @param columns labels from left to right
 * @param rows labels from top to bottom
 * @param values by row, then column; NaN where nothing was measured
 */
public record HeatMap(
    String id,
    String title,
    String note,
    String across,
    String down,
    String axis,
    String unit,
    List<String> columns,
    List<String> rows,
    List<List<Double>> values)
    implements Figure {
  public HeatMap {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    values = values.stream().map(List::copyOf).toList();
  }

  @Override
  public boolean isMeasured() {
    return values.stream().flatMap(List::stream).anyMatch(value -> !value.isNaN());
  }
}
