package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.Arrays;

/**
 * Distances from one vertex after as many rounds over all arcs. Distances are unsigned.
 *
 * <p>The kernels look at every arc in every round; this looks at the arcs out of vertices whose
 * distance has changed, which is the same.
 */
public final class PathReference implements RoundReference {
  /** No path yet. A weight on top of it is still no overflow. */
  static final int UNREACHED = 1 << 31;

  private final Graph graph;
  private final Graph incoming;
  private final int[] lengths;
  private final int[] shortest;
  private int[] distances;

  /** Vertices whose distance the last round has changed, {@code changes} of them. */
  private int[] changed;

  private int changes;

  /**
   * @throws WorkloadInputException if a weight is no whole number from 0, or a distance is 2^31 or
   *     more
   */
  public PathReference(Graph graph, int source) {
    this.graph = graph;
    incoming = DerivedGraphs.reversed(graph);
    lengths = lengths(graph);
    shortest = unsigned(Dijkstra.distances(graph, source));
    distances = new int[graph.vertices()];
    Arrays.fill(distances, UNREACHED);
    distances[source] = 0;
    changed = new int[] {source};
    changes = 1;
  }

  private static int[] lengths(Graph graph) {
    int[] lengths = new int[graph.arcs()];
    double[] weights = graph.weights();
    for (int i = 0; i < lengths.length; i++) {
      double weight = weights == null ? 1 : weights[i];
      lengths[i] = (int) weight;
      if (lengths[i] != weight || lengths[i] < 0) {
        throw new WorkloadInputException(
            "sssp needs arcs whose weights are whole numbers from 0 to %d, found %s"
                .formatted(Integer.MAX_VALUE, weight));
      }
    }
    return lengths;
  }

  private static int[] unsigned(long[] distances) {
    int[] values = new int[distances.length];
    for (int v = 0; v < values.length; v++) {
      if (distances[v] != Dijkstra.UNREACHED && distances[v] > Integer.MAX_VALUE) {
        throw new WorkloadInputException(
            "sssp has distances of up to %d, vertex %d is %d away"
                .formatted(Integer.MAX_VALUE, v, distances[v]));
      }
      values[v] = distances[v] == Dijkstra.UNREACHED ? UNREACHED : (int) distances[v];
    }
    return values;
  }

  public Graph graph() {
    return graph;
  }

  /** Lengths of the graph's arcs. */
  public int[] lengths() {
    return lengths;
  }

  /** 1 for each vertex whose distance the last round has changed, 0 for the others. */
  public int[] changed() {
    int[] flags = new int[graph.vertices()];
    for (int i = 0; i < changes; i++) {
      flags[changed[i]] = 1;
    }
    return flags;
  }

  /** The graph with its arcs reversed. */
  Graph incoming() {
    return incoming;
  }

  /** Lengths of {@link #incoming}'s arcs. */
  int[] incomingLengths() {
    return lengths(incoming);
  }

  /** After the rounds so far. */
  public int[] distances() {
    return distances;
  }

  @Override
  public boolean done() {
    return changes == 0;
  }

  @Override
  public void step() {
    int[] next = distances.clone();
    int[] nextChanged = new int[next.length];
    int count = 0;
    for (int k = 0; k < changes; k++) {
      int v = changed[k];
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        int length = distances[v] + lengths[i];
        if (Integer.compareUnsigned(length, next[w]) < 0) {
          if (next[w] == distances[w]) {
            nextChanged[count++] = w;
          }
          next[w] = length;
        }
      }
    }
    distances = next;
    changed = Arrays.copyOf(nextChanged, count);
    changes = count;
  }

  /**
   * A complete run against Dijkstra's algorithm, rounds that stop before against the host's state.
   */
  public ResultComparison check(int[] actual, boolean complete) {
    return ResultComparison.unsigned("distance", actual, complete ? shortest : distances);
  }
}
