package dev.syncopate.study.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis from zero with ticks at round numbers.
 *
 * @param step between ticks: 1, 2 or 5 times a power of ten
 * @param ticks their number, zero not counted
 */
record AxisScale(double step, int ticks) {
  /** With three to seven ticks up to at least {@code highest}. */
  static AxisScale upTo(double highest) {
    if (!(highest > 0)) {
      return new AxisScale(1, 1);
    }
    double power = Math.pow(10, Math.floor(Math.log10(highest)));
    for (double factor : new double[] {0.1, 0.2, 0.5, 1, 2, 5}) {
      int ticks = (int) Math.ceil(highest / (factor * power) - 1e-9);
      if (ticks <= 7) {
        return new AxisScale(factor * power, ticks);
      }
    }
    throw new IllegalArgumentException("no scale up to " + highest);
  }

  /** The value at the end of the axis. */
  double top() {
    return step * ticks;
  }

  /** What is written at the ticks, zero first, with as many decimals as the step needs. */
  List<String> labels() {
    int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    List<String> labels = new ArrayList<>();
    for (int i = 0; i <= ticks; i++) {
      labels.add(String.format(Locale.ROOT, "%,." + decimals + "f", i * step));
    }
    return labels;
  }
}
