package dev.syncopate.study.report;

import java.util.Locale;

/** Numbers for people. */
public final class NumberText {
  private NumberText() {}

  /** With its unit and the decimals that matter for it; a dash for what was not measured. */
  public static String text(double value, String unit) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    String format = size >= 99.95 ? "%,.0f" : unit.equals("%") || size >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value) + unit;
  }
}
