package dev.syncopate.study.paper.heterosync;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.paper.Published;
import dev.syncopate.study.paper.Verdicts;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;

/**
 * Judges statements by what came out.
 *
 * @param published the numbers that the paper states
 */
record Judge(Measured measured, Verdicts verdicts, Published.HeteroSync published) {
  /** Times that differ by less are the same. */
  static final double SAME = 0.02;

  /** Growth up to this is near perfect weak scaling. */
  static final double NEAR_PERFECT = 1.1;

  /** Growth from this on is poor weak scaling. */
  static final double POOR = 1.5;

  /** More cases than this are not named one by one. */
  private static final int MOST_NAMED = 12;

  /**
   * A place at which a statement is looked at.
   *
   * @param value that is judged, NaN if not measured
   */
  record Case(String name, double value) {
    static Case of(Benchmark benchmark, Configuration configuration, int units, double value) {
      return new Case(benchmark.label() + " " + configuration + " " + units, value);
    }

    static Case of(Benchmark benchmark, Configuration configuration, double value) {
      return new Case(benchmark.label() + " " + configuration, value);
    }

    static Case of(Benchmark benchmark, int units, double value) {
      return new Case(benchmark.label() + " " + units, value);
    }

    @Override
    public String toString() {
      return name + " (" + number(value) + ")";
    }
  }

  /**
   * A statement about several places, of which only those that were measured count.
   *
   * @param criterion what {@code holds} asks, and of which number
   */
  void places(
      String id,
      String source,
      String statement,
      String criterion,
      List<Case> cases,
      DoublePredicate holds) {
    List<Case> there = cases.stream().filter(each -> !Double.isNaN(each.value())).toList();
    List<Case> held = there.stream().filter(each -> holds.test(each.value())).toList();
    verdicts.add(
        new Claim(
            id,
            source,
            statement,
            criterion + "; " + Criterion.SHARE,
            "-",
            there.isEmpty() ? "-" : words(there, held),
            Criterion.share(held.size(), there.size())));
  }

  /** How many, the fewer of those that hold and those that do not, and the range. */
  private static String words(List<Case> there, List<Case> held) {
    String count = "%d of %d".formatted(held.size(), there.size());
    boolean mostHold = 2 * held.size() > there.size();
    List<Case> named =
        mostHold ? there.stream().filter(each -> !held.contains(each)).toList() : held;
    String names =
        named.isEmpty() || named.size() > MOST_NAMED
            ? ""
            : (mostHold ? ", not " : ", only ")
                + named.stream().map(Case::toString).collect(Collectors.joining(", "));
    double low = there.stream().mapToDouble(Case::value).min().orElse(Double.NaN);
    double high = there.stream().mapToDouble(Case::value).max().orElse(Double.NaN);
    return "%s%s; %s to %s".formatted(count, names, number(low), number(high));
  }

  /**
   * One time is less than another by a stated part.
   *
   * @param ratio of the times
   */
  void less(String id, String source, String statement, double part, double ratio) {
    verdicts.reduction(id, source, statement, part, 1 - ratio);
  }

  /**
   * One time is more than another by a stated part.
   *
   * @param ratio of the times
   */
  void more(String id, String source, String statement, double part, double ratio) {
    double more = ratio - 1;
    verdicts.add(
        new Claim(
            id,
            source,
            statement,
            "held: the increase is between half and twice the published one; partly: in the same"
                + " direction",
            Verdicts.percent(part),
            Verdicts.percent(more),
            Criterion.gain(part, more)));
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
  }

  /** Whether a ratio of times says that they are the same. */
  static boolean same(double ratio) {
    return Math.abs(ratio - 1) <= SAME;
  }

  /**
   * The smallest step of a configuration's times from one number of units to the next, as a ratio,
   * and 0 if the last time is not above the first by 2%; NaN if one is not measured.
   */
  double rise(Benchmark benchmark, Configuration configuration) {
    double least = Double.POSITIVE_INFINITY;
    double before = measured.time(benchmark, configuration, Measured.ONE);
    for (int units : Measured.MORE) {
      double time = measured.time(benchmark, configuration, units);
      least = Math.min(least, time / before); // NaN stays
      before = time;
    }
    double growth = measured.growth(benchmark, configuration, Measured.ALL);
    return growth <= 1 + SAME ? 0 : least;
  }

  static final String RISES =
      "the time on 15 units is above that on one by more than 2%, and it falls by no more than 2% from"
          + " one number of units to the next (shown: the smallest such step as a ratio, 0 if there is"
          + " no such rise)";

  static boolean rises(double step) {
    return step >= 1 - SAME;
  }
}
