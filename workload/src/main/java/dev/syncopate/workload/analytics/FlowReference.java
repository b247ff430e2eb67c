package dev.syncopate.workload.analytics;

import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundReference;
import java.util.Arrays;
import java.util.Locale;

/**
 * Pushing and lifting after as many rounds, all pixels at once, whole numbers. Before every so many
 * rounds heights become exact (Hong and He, TPDS 2011, who leave that to the CPU too).
 */
final class FlowReference implements RoundReference {
  private static final int SIDES = PixelGrid.SIDES;

  private final PixelGrid grid;
  private final int exactEvery;
  private final int n;
  private final int[] excess;
  private final int[] sinks;
  private final int[] arcs;
  private int[] heights;
  private int rounds;
  private boolean active;

  /**
   * @param exactEvery rounds from one search for exact heights to the next
   */
  FlowReference(PixelGrid grid, int exactEvery) {
    this.grid = grid;
    this.exactEvery = exactEvery;
    n = grid.pixels();
    excess = grid.sources().clone();
    sinks = grid.sinks().clone();
    arcs = grid.arcs().clone();
    heights = grid.distances(sinks, arcs);
    active = isActive();
  }

  PixelGrid grid() {
    return grid;
  }

  int[] excess() {
    return excess;
  }

  int[] sinks() {
    return sinks;
  }

  int[] arcs() {
    return arcs;
  }

  int[] heights() {
    return heights;
  }

  /** Whether heights become exact before this round, counted from 1. */
  boolean exactBefore(int round) {
    return (round - 1) % exactEvery == 0;
  }

  @Override
  public boolean done() {
    return !active;
  }

  @Override
  public void step() {
    rounds++;
    if (exactBefore(rounds)) {
      heights = grid.distances(sinks, arcs);
    }
    push();
    lift();
    active = isActive();
  }

  private boolean isActive() {
    for (int v = 0; v < n; v++) {
      if (excess[v] > 0 && heights[v] < grid.limit()) {
        return true;
      }
    }
    return false;
  }

  private void push() {
    int[] inflows = new int[n];
    int[] returned = new int[SIDES * n];
    for (int v = 0; v < n; v++) {
      if (excess[v] == 0 || heights[v] >= grid.limit()) {
        continue;
      }
      int toSink = heights[v] == 1 ? Math.min(excess[v], sinks[v]) : 0;
      sinks[v] -= toSink;
      excess[v] -= toSink;
      for (int side = 0; side < SIDES; side++) {
        int w = grid.neighbour(v, side);
        if (w >= 0 && heights[v] == heights[w] + 1) {
          int flow = Math.min(excess[v], arcs[side * n + v]);
          excess[v] -= flow;
          arcs[side * n + v] -= flow;
          inflows[w] += flow;
          returned[(side ^ 1) * n + w] += flow;
        }
      }
    }
    Arrays.setAll(excess, v -> excess[v] + inflows[v]);
    Arrays.setAll(arcs, arc -> arcs[arc] + returned[arc]);
  }

  private void lift() {
    int[] lifted = heights.clone();
    for (int v = 0; v < n; v++) {
      if (excess[v] > 0 && heights[v] < grid.limit()) {
        int lowest = sinks[v] > 0 ? 0 : grid.limit();
        for (int side = 0; side < SIDES; side++) {
          if (arcs[side * n + v] > 0) {
            lowest = Math.min(lowest, heights[grid.neighbour(v, side)]);
          }
        }
        lifted[v] = Math.min(lowest + 1, grid.limit());
      }
    }
    heights = lifted;
  }

  /**
   * The host's state, and at the end a flow that no other exceeds: as large as one found otherwise,
   * and as a cut.
   */
  ResultComparison check(
      int[] foundExcess, int[] foundSinks, int[] foundArcs, int[] foundHeights, boolean complete) {
    if (complete) {
      ResultComparison largest = largest(foundSinks, foundArcs);
      if (!largest.equal()) {
        return largest;
      }
      return state(foundExcess, foundSinks, foundArcs, foundHeights).saying(largest.message());
    }
    return state(foundExcess, foundSinks, foundArcs, foundHeights);
  }

  private ResultComparison state(
      int[] foundExcess, int[] foundSinks, int[] foundArcs, int[] foundHeights) {
    return ResultComparison.unsigned("excess", foundExcess, excess)
        .and(ResultComparison.unsigned("capacity to the sink", foundSinks, sinks))
        .and(ResultComparison.unsigned("capacity", foundArcs, arcs))
        .and(ResultComparison.unsigned("height", foundHeights, heights));
  }

  private ResultComparison largest(int[] foundSinks, int[] foundArcs) {
    long flow = 0;
    for (int v = 0; v < n; v++) {
      flow += grid.sinks()[v] - foundSinks[v];
    }
    int[] distances = grid.distances(foundSinks, foundArcs);
    long cut = grid.cut(distances);
    long largest = AugmentingPaths.flow(grid);
    String numbers =
        String.format(Locale.ROOT, "flow %,d, cut %,d, largest flow %,d", flow, cut, largest);
    if (flow != largest || cut != largest) {
      return ResultComparison.wrong(numbers);
    }
    long cutOff = Arrays.stream(distances).filter(distance -> distance >= grid.limit()).count();
    return new ResultComparison(
        true,
        numbers
            + String.format(
                Locale.ROOT, "; %,d of %,d pixels are in the foreground", cutOff, (long) n));
  }
}
