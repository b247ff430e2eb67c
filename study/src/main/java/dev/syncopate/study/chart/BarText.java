package dev.syncopate.study.chart;

import java.util.Locale;

/** The number over a bar. */
public final class BarText {
  private BarText() {}

  /** Two digits that count, or all of a large number. */
  public static String of(double value) {
    int decimals = value < 0.995 ? 2 : value < 9.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
