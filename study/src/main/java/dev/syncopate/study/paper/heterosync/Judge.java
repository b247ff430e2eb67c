package dev.syncopate.study.paper.heterosync;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.Published;
import dev.syncopate.study.paper.Verdicts;
import java.util.List;
import java.util.function.DoublePredicate;

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
    verdicts.places(id, source, statement, criterion, cases, holds);
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
    verdicts.increase(id, source, statement, part, ratio - 1);
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
