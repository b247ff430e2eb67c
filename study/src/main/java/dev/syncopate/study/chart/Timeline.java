package dev.syncopate.study.chart;

import java.util.List;

/**
 * Events of several actors on a common axis of time, and delays.
 *
 * @param title over the picture
 * @param subtitle below the title; may be empty
 * @param axis title of the axis of time
 * @param rows actors from top to bottom
 * @param delays drawn in the rows
 * @param legend texts of the kinds of marks, which are numbered from 1
 */
public record Timeline(
    String title,
    String subtitle,
    String axis,
    List<Row> rows,
    List<Delay> delays,
    List<String> legend) {

  /** Keeps copies. */
  public Timeline {
    rows = List.copyOf(rows);
    delays = List.copyOf(delays);
    legend = List.copyOf(legend);
  }

  /**
   * Actor.
   *
   * @param note below the label; may be empty
   * @param start of its life
   * @param end of its life
   */
  public record Row(String label, String note, long start, long end, List<Mark> marks) {
    /** Keeps a copy. */
    public Row {
      marks = List.copyOf(marks);
    }
  }

  /**
   * Mark, or several in a row.
   *
   * @param kind index in the legend, from 0
   * @param first time
   * @param last time; the same for a single mark
   */
  public record Mark(int kind, long first, long last) {}

  /**
   * Delay.
   *
   * @param row index of the row; -1 for one of no actor, which is not drawn
   * @param below whether it is drawn below the row, as of a message that is on its way
   */
  public record Delay(int row, boolean below, long start, long end, String label) {}

  /** The picture as an SVG document, which may also stand inside a page. */
  public String svg() {
    return new TimelineSvg(this).draw();
  }
}
