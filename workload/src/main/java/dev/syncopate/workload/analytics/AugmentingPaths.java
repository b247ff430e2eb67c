package dev.syncopate.workload.analytics;

import java.util.Arrays;

/**
 * Maximum flow by augmenting paths that lead away from the source level by level (Dinic 1970): what
 * flows found by pushing are compared with.
 */
final class AugmentingPaths {
  private static final int SIDES = PixelGrid.SIDES;

  private final PixelGrid grid;
  private final int n;
  private final int[] sources;
  private final int[] sinks;
  private final int[] arcs;
  private final int[] levels;

  /** The side to try next from each pixel. */
  private final int[] sides;

  private final int[] path;

  private AugmentingPaths(PixelGrid grid) {
    this.grid = grid;
    n = grid.pixels();
    sources = grid.sources().clone();
    sinks = grid.sinks().clone();
    arcs = grid.arcs().clone();
    levels = new int[n];
    sides = new int[n];
    path = new int[n];
  }

  /** The largest flow. */
  static long flow(PixelGrid grid) {
    AugmentingPaths paths = new AugmentingPaths(grid);
    long flow = 0;
    while (paths.search()) {
      Arrays.fill(paths.sides, 0);
      for (int v = 0; v < paths.n; v++) {
        int gain = paths.augment(v);
        while (gain > 0) {
          flow += gain;
          gain = paths.augment(v);
        }
      }
    }
    return flow;
  }

  /** Finds levels; whether the sink can be reached. */
  private boolean search() {
    int[] queue = path;
    int end = 0;
    for (int v = 0; v < n; v++) {
      levels[v] = sources[v] > 0 ? 1 : 0;
      if (sources[v] > 0) {
        queue[end++] = v;
      }
    }
    boolean sinkReached = false;
    for (int head = 0; head < end; head++) {
      int v = queue[head];
      sinkReached |= sinks[v] > 0;
      for (int side = 0; side < SIDES; side++) {
        int w = grid.neighbour(v, side);
        if (w >= 0 && levels[w] == 0 && arcs[side * n + v] > 0) {
          levels[w] = levels[v] + 1;
          queue[end++] = w;
        }
      }
    }
    return sinkReached;
  }

  /** Flow along one more path from this pixel; 0 if there is none. */
  private int augment(int start) {
    if (sources[start] == 0) {
      return 0;
    }
    int length = 0;
    path[0] = start;
    while (sinks[path[length]] == 0) {
      int v = path[length];
      int w = next(v);
      if (w >= 0) {
        path[++length] = w;
      } else if (length == 0) {
        return 0;
      } else {
        sides[path[--length]]++;
      }
    }
    int flow = Math.min(sources[start], sinks[path[length]]);
    for (int i = 0; i < length; i++) {
      flow = Math.min(flow, arcs[sides[path[i]] * n + path[i]]);
    }
    sources[start] -= flow;
    sinks[path[length]] -= flow;
    for (int i = 0; i < length; i++) {
      int side = sides[path[i]];
      arcs[side * n + path[i]] -= flow;
      arcs[(side ^ 1) * n + path[i + 1]] += flow;
    }
    return flow;
  }

  /** The next pixel of a path, which its side to try leads to; -1 if there is none. */
  private int next(int v) {
    while (sides[v] < SIDES) {
      int w = grid.neighbour(v, sides[v]);
      if (w >= 0 && levels[w] == levels[v] + 1 && arcs[sides[v] * n + v] > 0) {
        return w;
      }
      sides[v]++;
    }
    return -1;
  }
}
