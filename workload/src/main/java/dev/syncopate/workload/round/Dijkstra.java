package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;
import java.util.PriorityQueue;

/** Dijkstra's algorithm, with a binary heap from which stale entries are dropped. */
final class Dijkstra {
  static final long UNREACHED = Long.MAX_VALUE;

  private record Entry(long distance, int vertex) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry entry) {
      return Long.compare(distance, entry.distance);
    }
  }

  private Dijkstra() {}

  /**
   * Distances of all vertices from {@code source}; arcs without weights have length 1.
   *
   * @param graph with weights that are whole and not negative
   */
  static long[] distances(Graph graph, int source) {
    long[] distances = new long[graph.vertices()];
    Arrays.fill(distances, UNREACHED);
    distances[source] = 0;
    double[] weights = graph.weights();
    PriorityQueue<Entry> reached = new PriorityQueue<>();
    reached.add(new Entry(0, source));
    for (Entry entry = reached.poll(); entry != null; entry = reached.poll()) {
      int v = entry.vertex();
      if (entry.distance() > distances[v]) {
        continue;
      }
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        long length = entry.distance() + (weights == null ? 1 : (long) weights[i]);
        int w = graph.targets()[i];
        if (length < distances[w]) {
          distances[w] = length;
          reached.add(new Entry(length, w));
        }
      }
    }
    return distances;
  }
}
