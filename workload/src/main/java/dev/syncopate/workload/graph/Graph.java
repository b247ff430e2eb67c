package dev.syncopate.workload.graph;

import org.jspecify.annotations.Nullable;

/**
 * A directed graph in compressed sparse rows. An undirected edge is two arcs; a self-loop is one.
 *
 * <pre>
 * arcs of v:  targets[offsets[v]] ... targets[offsets[v + 1] - 1], in the order of the input
 * </pre>
 *
 * The arrays are the graph's own: callers that change them change the graph.
 *
 * @param offsets of each vertex's arcs, and one more: {@code vertices + 1} elements
 * @param targets of the arcs, vertices from 0
 * @param weights of the arcs, or null if the input has none; doubles hold every integer and real of
 *     the formats exactly
 */
public record Graph(int[] offsets, int[] targets, double @Nullable [] weights) {
  /** Largest number of vertices of any graph read or generated. */
  public static final int MAX_VERTICES = 1 << 26;

  /** Largest number of arcs of any graph read or generated. */
  public static final int MAX_ARCS = 1 << 29;

  public Graph {
    if (offsets.length == 0 || offsets[offsets.length - 1] != targets.length) {
      throw new IllegalArgumentException("offsets must end with the number of arcs");
    }
    if (weights != null && weights.length != targets.length) {
      throw new IllegalArgumentException("there must be as many weights as arcs");
    }
  }

  /** Without weights. */
  public Graph(int[] offsets, int[] targets) {
    this(offsets, targets, null);
  }

  public int vertices() {
    return offsets.length - 1;
  }

  public int arcs() {
    return targets.length;
  }

  /** Number of arcs that leave {@code vertex}. */
  public int outDegree(int vertex) {
    return offsets[vertex + 1] - offsets[vertex];
  }
}
