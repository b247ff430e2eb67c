package dev.syncopate.workload.input;

/**
 * A distribution of positive numbers by some of its quantiles, interpolated geometrically.
 *
 * @param shares ascending from 0 to 1
 * @param values not descending, positive; as many
 */
record Quantiles(double[] shares, double[] values) {
  /** From share, value, share, value, … */
  static Quantiles of(double... pairs) {
    double[] shares = new double[pairs.length / 2];
    double[] values = new double[pairs.length / 2];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = pairs[2 * i];
      values[i] = pairs[2 * i + 1];
    }
    return new Quantiles(shares, values);
  }

  /** The value that a share of all are below. */
  double at(double share) {
    int i = 1;
    while (i < shares.length - 1 && shares[i] < share) {
      i++;
    }
    double part = (share - shares[i - 1]) / (shares[i] - shares[i - 1]);
    return values[i - 1] * StrictMath.pow(values[i] / values[i - 1], part);
  }
}
