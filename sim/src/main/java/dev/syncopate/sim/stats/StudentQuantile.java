package dev.syncopate.sim.stats;

/** The 97.5 % quantile of Student's t distribution: half a 95 % interval in standard errors. */
public final class StudentQuantile {
  private static final double[] SMALL = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086
  };

  private static final double NORMAL = 1.959964;

  private StudentQuantile() {}

  /**
   * The quantile. Above 20 degrees it is the first two terms of the expansion in 1/degrees, to
   * within 0.001.
   *
   * @param degrees of freedom, at least 1
   */
  public static double of(int degrees) {
    if (degrees < 1) {
      throw new IllegalArgumentException(degrees + " degrees of freedom");
    }
    double z = NORMAL;
    return degrees <= SMALL.length
        ? SMALL[degrees - 1]
        : z
            + (z * z * z + z) / (4.0 * degrees)
            + (5 * Math.pow(z, 5) + 16 * z * z * z + 3 * z) / (96.0 * degrees * degrees);
  }
}
