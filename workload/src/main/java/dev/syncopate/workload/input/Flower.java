package dev.syncopate.workload.input;

/**
 * Draws a grey picture of a flower, as those on which cuts and histograms are shown. Five bright
 * petals surround a darker middle; the background grows lighter from left to right, and all has
 * noise. Pixel by pixel, row by row, so that a large one need not be kept.
 */
public final class Flower {
  /** The largest value: 16 bits. */
  public static final int WHITE = (1 << 16) - 1;

  /** Mean of a petal's pixels, as a part of white. */
  public static final double PETAL = 0.75;

  /** Mean of the background's pixels, as a part of white. */
  public static final double BACKGROUND = 0.34;

  private static final int PETALS = 5;
  private static final double MIDDLE = 0.55;
  private static final double MIDDLE_RADIUS = 0.16;
  private static final double RADIUS = 0.62;
  private static final double DEPTH = 0.28;
  private static final double SHADE = 0.16;
  private static final double NOISE = 0.45;

  private final RandomDraw draw;
  private final int columns;
  private final int rows;
  private final double scale;
  private int column;
  private int row;

  /**
   * Before the first pixel.
   *
   * @param columns at least 1
   * @param rows at least 1
   * @param seed of the noise
   */
  public Flower(int columns, int rows, long seed) {
    draw = new RandomDraw(seed);
    this.columns = columns;
    this.rows = rows;
    scale = 2.0 / Math.min(columns, rows);
  }

  /** The next pixel, from 0 (black) to {@link #WHITE}. */
  public int next() {
    double x = (column - 0.5 * (columns - 1)) * scale;
    double y = (row - 0.5 * (rows - 1)) * scale;
    double light = light(x, y) + SHADE * ((column + 0.5) / columns - 0.5);
    light += NOISE * (draw.unit() + draw.unit() - 1);
    column++;
    if (column == columns) {
      column = 0;
      row++;
    }
    return (int) (WHITE * Math.clamp(light, 0.0, 1.0));
  }

  /** All pixels from the next one on. */
  public int[] rest() {
    int[] values = new int[(rows - row) * columns - column];
    for (int i = 0; i < values.length; i++) {
      values[i] = next();
    }
    return values;
  }

  /** Without shade and noise; the picture's shorter side is from -1 to 1. */
  private static double light(double x, double y) {
    double radius = Math.sqrt(x * x + y * y);
    if (radius <= RADIUS - DEPTH) {
      return radius < MIDDLE_RADIUS ? MIDDLE : PETAL;
    }
    boolean inside =
        radius <= RADIUS + DEPTH
            && radius <= RADIUS + DEPTH * StrictMath.cos(PETALS * StrictMath.atan2(y, x));
    return inside ? PETAL : BACKGROUND;
  }
}
