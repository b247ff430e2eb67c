package dev.syncopate.app.report;

import java.util.Locale;

/** Times and rates in few characters. */
public final class DurationText {
  private DurationText() {}

  /** Hours, minutes and seconds as on a clock: {@code 0:07}, {@code 12:30}, {@code 1:05:00}. */
  public static String clock(long seconds) {
    return seconds < 3600
        ? String.format(Locale.US, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(Locale.US, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  /**
   * Three significant digits and a unit of a thousand: {@code 950}, {@code 12.3k}, {@code 1.20M}; a
   * dash for what took no time that can be measured.
   */
  public static String rate(double perSecond) {
    if (!Double.isFinite(perSecond)) {
      return "-";
    }
    double value = perSecond;
    int thousands = 0;
    while (value >= 999.5 && thousands < UNITS.length() - 1) {
      value /= 1000;
      thousands++;
    }
    int decimals = thousands == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    String unit = thousands == 0 ? "" : UNITS.substring(thousands, thousands + 1);
    return String.format(Locale.US, "%." + decimals + "f%s", value, unit);
  }

  private static final String UNITS = " kMGT";

  /**
   * Seconds with the decimals that matter: {@code 1.6 ms}, {@code 0.42 s}, {@code 12.3 s}, {@code
   * 240 s}.
   */
  public static String seconds(double seconds) {
    if (seconds < 0.09995) {
      return String.format(Locale.US, "%.1f ms", 1000 * seconds);
    }
    int decimals = seconds >= 99.95 ? 0 : seconds >= 9.995 ? 1 : 2;
    return String.format(Locale.US, "%." + decimals + "f s", seconds);
  }
}
