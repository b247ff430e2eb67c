package dev.syncopate.workload.graph;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;

/** Numbers of a graph's vertices: those of its file, or others. The graph stays the same. */
public enum VertexOrder {
  /** As the graph has them. */
  GIVEN {
    @Override
    public Graph of(Graph graph, long seed) {
      return graph;
    }
  },
  /** At random. */
  SHUFFLED {
    @Override
    public Graph of(Graph graph, long seed) {
      return renumbered(graph, Permutation.random(graph.vertices(), seed));
    }
  },
  /** Those with the most arcs first; among equals as the graph has them. */
  DEGREE {
    @Override
    public Graph of(Graph graph, long seed) {
      return renumbered(
          graph,
          IntStream.range(0, graph.vertices())
              .boxed()
              .sorted(Comparator.comparingInt((Integer v) -> -graph.outDegree(v)))
              .mapToInt(Integer::intValue)
              .toArray());
    }
  };

  /**
   * The graph with its vertices in this order, the arcs of a vertex sorted by their targets unless
   * the order is the given one.
   *
   * @param seed of a random order
   */
  public abstract Graph of(Graph graph, long seed);

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param order the vertex that becomes number i, at i
   */
  private static Graph renumbered(Graph graph, int[] order) {
    int n = graph.vertices();
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      numbers[order[i]] = i;
    }
    int[] offsets = new int[n + 1];
    int[] targets = new int[graph.arcs()];
    double[] weights = graph.weights();
    double[] moved = weights == null ? null : new double[graph.arcs()];
    int position = 0;
    for (int i = 0; i < n; i++) {
      for (int arc = graph.offsets()[order[i]]; arc < graph.offsets()[order[i] + 1]; arc++) {
        targets[position] = numbers[graph.targets()[arc]];
        if (moved != null && weights != null) {
          moved[position] = weights[arc];
        }
        position++;
      }
      offsets[i + 1] = position;
    }
    return DerivedGraphs.reversed(DerivedGraphs.reversed(new Graph(offsets, targets, moved)));
  }
}
