package dev.syncopate.workload.input;

/**
 * A grey picture of a flower, as those on which cuts and histograms are shown: five bright petals
 * around a darker middle on a background that grows lighter from left to right, all with noise.
 *
 * @param values rows one after the other, from 0 (black) to {@link #WHITE}
 */
public record Picture(int columns, int rows, int[] values) {
  /** The largest value: 16 bits. */
  public static final int WHITE = (1 << 16) - 1;

  private static final int PETALS = 5;

  /** Mean of a petal's pixels, as a part of white. */
  public static final double PETAL = 0.75;

  private static final double MIDDLE = 0.55;

  /** Mean of the background's pixels, as a part of white. */
  public static final double BACKGROUND = 0.34;

  private static final double SHADE = 0.16;
  private static final double NOISE = 0.45;

  /**
   * The picture.
   *
   * @param columns at least 1
   * @param rows at least 1
   * @param seed of the noise
   */
  public static Picture flower(int columns, int rows, long seed) {
    Draw draw = new Draw(seed);
    int[] values = new int[columns * rows];
    double scale = 2.0 / Math.min(columns, rows);
    for (int row = 0; row < rows; row++) {
      double y = (row - 0.5 * (rows - 1)) * scale;
      for (int column = 0; column < columns; column++) {
        double x = (column - 0.5 * (columns - 1)) * scale;
        double light = light(x, y) + SHADE * ((column + 0.5) / columns - 0.5);
        light += NOISE * (draw.unit() + draw.unit() - 1);
        values[row * columns + column] = (int) (WHITE * Math.clamp(light, 0.0, 1.0));
      }
    }
    return new Picture(columns, rows, values);
  }

  /** Without shade and noise; the picture's shorter side is from -1 to 1. */
  private static double light(double x, double y) {
    double radius = StrictMath.hypot(x, y);
    double edge = 0.62 + 0.28 * StrictMath.cos(PETALS * StrictMath.atan2(y, x));
    if (radius > edge) {
      return BACKGROUND;
    }
    return radius < 0.16 ? MIDDLE : PETAL;
  }
}
