package dev.syncopate.workload.dnn.layer;

/**
 * Values less their channel's mean, over its deviation, in double precision, and how far the same
 * in single precision may be off.
 *
 * <p>With u = 2^-24: the mean is off by u of itself, the difference by that and u of itself. The
 * variance with epsilon is off by 2 u, and its root by half of that and 2 u (the approximate root
 * of PTX has 2^-23). The quotient adds u: 4 u, and with terms of higher order less than 5 u.
 *
 * @param sum of each channel, as computed by the device
 * @param squares of the differences from the mean, of each channel
 * @param perChannel elements of a channel
 */
record NormalisedChannels(
    TensorShape shape, float[] x, float[] sum, float[] squares, int perChannel, float epsilon) {
  private static final double HIGHER_ORDER = 1.01;

  int channel(int element) {
    return element / shape.area() % shape.channels();
  }

  private double mean(int channel) {
    return (double) sum[channel] / perChannel;
  }

  /** One over the channel's deviation. */
  double inverse(int channel) {
    return 1 / Math.sqrt((double) squares[channel] / perChannel + epsilon);
  }

  /** From the channel's mean. */
  double distance(int element) {
    return x[element] - mean(channel(element));
  }

  double distanceError(int element) {
    return HIGHER_ORDER
        * BoundedSums.UNIT
        * (Math.abs(mean(channel(element))) + Math.abs(distance(element)));
  }

  double normal(int element) {
    return distance(element) * inverse(channel(element));
  }

  double normalError(int element) {
    return HIGHER_ORDER
        * (inverse(channel(element)) * distanceError(element)
            + 6 * BoundedSums.UNIT * Math.abs(normal(element)));
  }
}
