package dev.syncopate.study.chart;

import java.util.ArrayList;
import java.util.List;

/** Layout of a legend: entries side by side, in as many rows as they need. */
final class Legend {
  /** Between two rows. */
  private static final double ROW = 20;

  private Legend() {}

  /**
   * The place of an entry.
   *
   * @param down from the first row
   */
  record Place(double x, double down) {}

  /**
   * The places of entries, and behind them that of one more.
   *
   * @param entry width of an entry without its name
   * @param letter width of a letter
   */
  static List<Place> places(
      List<String> names, double leftEdge, double rightEdge, double entry, double letter) {
    List<Place> places = new ArrayList<>();
    double x = leftEdge;
    double down = 0;
    for (String name : names) {
      double width = entry + letter * name.length();
      if (x > leftEdge && x + width > rightEdge) {
        x = leftEdge;
        down += ROW;
      }
      places.add(new Place(x, down));
      x += width;
    }
    places.add(new Place(x, down));
    return places;
  }
}
