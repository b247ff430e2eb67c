package dev.syncopate.workload.analytics;

import dev.syncopate.workload.input.Flower;

/**
 * A flow network on a picture: each pixel has arcs to its four neighbours, and one from the source
 * or to the sink. The cost of a cut is that of the division into foreground (the source's side) and
 * background (Boykov and Jolly, ICCV 2001). It counts pixels on the side that their value is
 * further from, and similar neighbours on different sides.
 *
 * @param sources capacities of arcs from the source
 * @param sinks capacities of arcs to the sink; of the two of a pixel, one is 0
 * @param arcs capacities of arcs to the neighbours on the right, on the left, below and above, a
 *     plane of all pixels for each; 0 where the picture ends
 */
record PixelGrid(int columns, int[] sources, int[] sinks, int[] arcs) {
  static final int SIDES = 4;

  private static final int LEVELS = 256;

  /** Difference of neighbours, in levels, at which an arc has 0.6 of the largest capacity. */
  private static final double CONTRAST = 30;

  /**
   * A network whose smallest cut divides a picture.
   *
   * @param pixels row by row, up to {@link Flower#WHITE}
   * @param smoothness capacity of an arc between equal neighbours
   */
  static PixelGrid of(int[] pixels, int columns, int smoothness) {
    int n = pixels.length;
    int[] levels = new int[n];
    int[] sources = new int[n];
    int[] sinks = new int[n];
    for (int v = 0; v < n; v++) {
      levels[v] = pixels[v] * LEVELS / (Flower.WHITE + 1);
      int surplus =
          Math.abs(levels[v] - (int) (LEVELS * Flower.BACKGROUND))
              - Math.abs(levels[v] - (int) (LEVELS * Flower.PETAL));
      sources[v] = Math.max(0, surplus);
      sinks[v] = Math.max(0, -surplus);
    }
    PixelGrid grid = new PixelGrid(columns, sources, sinks, new int[SIDES * n]);
    for (int v = 0; v < n; v++) {
      for (int side = 0; side < SIDES; side++) {
        int w = grid.neighbour(v, side);
        if (w >= 0) {
          double difference = (levels[v] - levels[w]) / CONTRAST;
          grid.arcs[side * n + v] =
              1 + (int) (smoothness * StrictMath.exp(-0.5 * difference * difference));
        }
      }
    }
    return grid;
  }

  int pixels() {
    return sources.length;
  }

  /** More arcs than any pixel is away from the sink. */
  int limit() {
    return pixels() + 1;
  }

  /** The neighbour on one of four sides; -1 where the picture ends. */
  int neighbour(int v, int side) {
    return switch (side) {
      case 0 -> v % columns + 1 < columns ? v + 1 : -1;
      case 1 -> v % columns > 0 ? v - 1 : -1;
      case 2 -> v + columns < pixels() ? v + columns : -1;
      default -> v - columns;
    };
  }

  /**
   * Arcs from each pixel to the sink, by a search from there over capacity that is left; {@link
   * #limit} where there is no way.
   */
  int[] distances(int[] sinksLeft, int[] arcsLeft) {
    int n = pixels();
    int[] distances = new int[n];
    int[] queue = new int[n];
    int end = 0;
    for (int v = 0; v < n; v++) {
      distances[v] = sinksLeft[v] > 0 ? 1 : limit();
      if (sinksLeft[v] > 0) {
        queue[end++] = v;
      }
    }
    for (int head = 0; head < end; head++) {
      int v = queue[head];
      for (int side = 0; side < SIDES; side++) {
        int w = neighbour(v, side);
        if (w >= 0 && distances[w] == limit() && arcsLeft[(side ^ 1) * n + w] > 0) {
          distances[w] = distances[v] + 1;
          queue[end++] = w;
        }
      }
    }
    return distances;
  }

  /** Capacity of the cut between pixels without a way to the sink and the others. */
  long cut(int[] distances) {
    int n = pixels();
    long capacity = 0;
    for (int v = 0; v < n; v++) {
      boolean near = distances[v] < limit();
      capacity += near ? sources[v] : sinks[v];
      for (int side = 0; side < SIDES && !near; side++) {
        int w = neighbour(v, side);
        capacity += w >= 0 && distances[w] < limit() ? arcs[side * n + v] : 0;
      }
    }
    return capacity;
  }
}
