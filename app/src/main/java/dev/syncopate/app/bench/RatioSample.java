package dev.syncopate.app.bench;

import dev.syncopate.sim.stats.StudentQuantile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Times of two versions, measured by turns. Each round gives a ratio, so that what slows the
 * computer down for longer than a round cancels out. Ratios are averaged as logarithms: exchanging
 * the versions gives the reciprocal.
 */
public final class RatioSample {
  private final String name;
  private final List<Double> ours = new ArrayList<>();
  private final List<Double> theirs = new ArrayList<>();

  /**
   * @param name of what was measured
   */
  public RatioSample(String name) {
    this.name = name;
  }

  /** Name of what was measured. */
  public String name() {
    return name;
  }

  /**
   * Adds a round.
   *
   * @param our time of this version, in any unit, more than 0
   * @param their time of the other version, in the same unit
   */
  public void add(double our, double their) {
    if (!(our > 0 && their > 0)) {
      throw new IllegalArgumentException(
          "%s: times are positive, not %s and %s".formatted(name, our, their));
    }
    ours.add(our);
    theirs.add(their);
  }

  /** Rounds so far. */
  public int rounds() {
    return ours.size();
  }

  /** Median time of this version. */
  public double ours() {
    return median(ours);
  }

  /** Median time of the other version. */
  public double theirs() {
    return median(theirs);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** This version's time over the other's: the geometric mean of the rounds. */
  public double ratio() {
    return Math.exp(meanLogarithm());
  }

  /** Lower end of the 95 % interval of the ratio, by Student's t; 0 of a single round. */
  public double low() {
    return rounds() < 2 ? 0 : Math.exp(meanLogarithm() - halfWidth());
  }

  /** Upper end of the interval; infinite of a single round. */
  public double high() {
    return rounds() < 2 ? Double.POSITIVE_INFINITY : Math.exp(meanLogarithm() + halfWidth());
  }

  /** Whether the interval excludes a ratio of 1. */
  public boolean differs() {
    return low() > 1 || high() < 1;
  }

  private double logarithm(int round) {
    return Math.log(ours.get(round) / theirs.get(round));
  }

  private double meanLogarithm() {
    double sum = 0;
    for (int i = 0; i < rounds(); i++) {
      sum += logarithm(i);
    }
    return sum / rounds();
  }

  private double halfWidth() {
    double mean = meanLogarithm();
    double squares = 0;
    for (int i = 0; i < rounds(); i++) {
      squares += (logarithm(i) - mean) * (logarithm(i) - mean);
    }
    int n = rounds();
    return StudentQuantile.of(n - 1) * Math.sqrt(squares / (n - 1) / n);
  }

  /**
   * A table in Markdown, aligned for people.
   *
   * @param otherName name of the other version
   */
  public static String table(List<RatioSample> samples, String otherName) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "rounds", "this", otherName, "ratio", "95% interval", ""));
    rows.add(List.of("---", "---:", "---:", "---:", "---:", "---", "---"));
    for (RatioSample sample : samples) {
      rows.add(
          List.of(
              sample.name,
              String.valueOf(sample.rounds()),
              time(sample.ours()),
              time(sample.theirs()),
              ratio(sample.ratio()),
              sample.rounds() < 2 ? "-" : ratio(sample.low()) + " to " + ratio(sample.high()),
              !sample.differs() ? "" : sample.ratio() < 1 ? "faster" : "slower"));
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder("|");
      for (int column = 0; column < row.size(); column++) {
        int place = column;
        int width = rows.stream().mapToInt(cells -> cells.get(place).length()).max().orElse(0);
        String space = " ".repeat(width - row.get(column).length());
        boolean left = column == 0 || column >= 5;
        line.append(left ? " " + row.get(column) + space : " " + space + row.get(column))
            .append(" |");
      }
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** Seconds with three digits, in a unit in which they are readable. */
  private static String time(double seconds) {
    String[] units = {"s", "ms", "us", "ns"};
    int unit = 0;
    double value = seconds;
    while (unit < units.length - 1 && value < 1) {
      value *= 1000;
      unit++;
    }
    String format = value < 10 ? "%.2f %s" : value < 100 ? "%.1f %s" : "%.0f %s";
    return String.format(Locale.ROOT, format, value, units[unit]);
  }
}
