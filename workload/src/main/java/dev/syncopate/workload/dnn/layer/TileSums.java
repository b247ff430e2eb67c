package dev.syncopate.workload.dnn.layer;

import java.util.Arrays;

/**
 * Sums of a CTA's tile in double precision with the sums of their terms' magnitudes, formed row by
 * row. Each sum adds its terms in the order of the calls.
 */
final class TileSums {
  private final double[] sum;
  private final double[] magnitude;

  TileSums(int sums) {
    sum = new double[sums];
    magnitude = new double[sums];
  }

  /** All sums are empty from now on. */
  void clear() {
    Arrays.fill(sum, 0);
    Arrays.fill(magnitude, 0);
  }

  /** A sum has one term. */
  void set(int place, double value) {
    sum[place] = value;
    magnitude[place] = Math.abs(value);
  }

  /**
   * Adds a product to each of several consecutive sums.
   *
   * @param place of the first sum
   * @param factor of all products
   * @param row other factors
   * @param first of them
   * @param count of sums
   */
  void add(int place, double factor, double[] row, int first, int count) {
    for (int i = 0; i < count; i++) {
      double product = factor * row[first + i];
      sum[place + i] += product;
      magnitude[place + i] += Math.abs(product);
    }
  }

  double sum(int place) {
    return sum[place];
  }

  double magnitude(int place) {
    return magnitude[place];
  }
}
