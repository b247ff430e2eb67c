package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.host.ResultComparison;
import org.jspecify.annotations.Nullable;

/**
 * Sums in double precision, each with a bound of the rounding error of the same sum in single
 * precision.
 *
 * <p>Let each term of a sum pass through at most n roundings: one for its product and one for each
 * addition in which it takes part, in any order. Then the sum is off by at most gamma(n) = n u / (1
 * - n u) times the sum of the terms' magnitudes, with u = 2^-24. See Higham, "Accuracy and
 * stability of numerical algorithms", sections 3.1 and 4.2. What underflows is off by no more than
 * the smallest normal number a rounding.
 */
final class BoundedSums {
  /** Largest relative error of one rounding. */
  static final double UNIT = 0x1p-24;

  private final double[] sum;
  private final double[] magnitude;
  private double @Nullable [] slack;

  /** Of what is there before a launch. */
  BoundedSums(float[] initial) {
    sum = new double[initial.length];
    magnitude = new double[initial.length];
    for (int i = 0; i < initial.length; i++) {
      set(i, initial[i], Math.abs(initial[i]));
    }
  }

  /** The element becomes the sum of some terms of these magnitudes. */
  void set(int element, double value, double magnitudes) {
    sum[element] = value;
    magnitude[element] = magnitudes;
  }

  /** The element becomes this. */
  void set(int element, double value) {
    set(element, value, Math.abs(value));
  }

  /** Some terms of these magnitudes are added to the element. */
  void add(int element, double value, double magnitudes) {
    sum[element] += value;
    magnitude[element] += magnitudes;
  }

  /** Terms of the element are off by so much before they are added. */
  void slack(int element, double error) {
    if (slack == null) {
      slack = new double[sum.length];
    }
    slack[element] += error;
  }

  /** A term is added to the element. */
  void add(int element, double value) {
    add(element, value, Math.abs(value));
  }

  /**
   * What the device has against this.
   *
   * @param roundings most that a term passes through
   */
  ResultComparison compare(String name, float[] actual, long roundings) {
    double[] bound = new double[sum.length];
    for (int i = 0; i < bound.length; i++) {
      double allowance = slack == null ? 0 : slack[i];
      double magnitudes = magnitude[i] + allowance;
      bound[i] =
          magnitudes == 0
              ? 0
              : allowance + gamma(roundings) * magnitudes + roundings * Float.MIN_NORMAL;
    }
    return ResultComparison.near(name, actual, sum, bound);
  }

  /** Largest relative error of a chain of this many roundings. */
  static double gamma(long roundings) {
    return roundings * UNIT / (1 - roundings * UNIT);
  }
}
