package dev.syncopate.study.paper;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects claims of one paper, each judged by a {@link Criterion}. */
final class Verdicts {
  private final List<Claim> claims = new ArrayList<>();

  /** In the order in which they were added. */
  List<Claim> claims() {
    return List.copyOf(claims);
  }

  /** A speedup that the paper states. */
  void speedup(String id, String source, String statement, double published, double measured) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.GAIN,
            times(published),
            times(measured),
            Criterion.gain(published - 1, measured - 1)));
  }

  /** A mean speedup, of which the paper does not say which mean it is. */
  void meanSpeedup(
      String id,
      String source,
      String statement,
      double published,
      double geometric,
      double arithmetic) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.GAIN + " (geometric mean)",
            times(published),
            times(geometric) + " geometric, " + times(arithmetic) + " arithmetic",
            Criterion.gain(published - 1, geometric - 1)));
  }

  /** A speedup of which the paper states a lower bound. */
  void speedupAtLeast(
      String id, String source, String statement, double published, double measured) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.AT_LEAST,
            "at least " + times(published),
            times(measured),
            Criterion.atLeast(published - 1, measured - 1)));
  }

  /** A reduction that the paper states, as fractions. */
  void reduction(String id, String source, String statement, double published, double measured) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.GAIN.replace("gain", "reduction"),
            percent(published),
            percent(measured),
            Criterion.gain(published, measured)));
  }

  /**
   * A statement about several cases.
   *
   * @param criterion what was counted
   * @param exceptions where it does not hold, for people
   * @param of how many cases were measured
   */
  void share(
      String id,
      String source,
      String statement,
      String criterion,
      List<String> exceptions,
      int of) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            criterion + "; " + Criterion.SHARE,
            "-",
            of == 0
                ? "-"
                : "%d of %d%s"
                    .formatted(
                        of - exceptions.size(),
                        of,
                        exceptions.isEmpty() ? "" : ", not " + String.join(", ", exceptions)),
            Criterion.share(of - exceptions.size(), of)));
  }

  /** A statement judged elsewhere. */
  void add(Claim claim) {
    claims.add(claim);
  }

  static String times(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f×", value);
  }

  static String percent(double fraction) {
    return Double.isNaN(fraction) ? "-" : String.format(Locale.ROOT, "%.0f%%", 100 * fraction);
  }
}
