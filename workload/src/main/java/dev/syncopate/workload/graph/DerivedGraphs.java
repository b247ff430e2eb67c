package dev.syncopate.workload.graph;

import java.util.Arrays;

/** Graphs made from the arcs of others. */
public final class DerivedGraphs {
  private DerivedGraphs() {}

  /** Every arc turned round, with its weight; the arcs of a vertex are sorted by their targets. */
  public static Graph reversed(Graph graph) {
    int n = graph.vertices();
    int[] offsets = new int[n + 1];
    for (int target : graph.targets()) {
      offsets[target + 1]++;
    }
    sum(offsets);
    int[] cursor = Arrays.copyOf(offsets, n);
    int[] targets = new int[graph.arcs()];
    double[] weights = graph.weights();
    double[] turned = weights == null ? null : new double[graph.arcs()];
    for (int v = 0; v < n; v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int slot = cursor[graph.targets()[i]]++;
        targets[slot] = v;
        if (turned != null && weights != null) {
          turned[slot] = weights[i];
        }
      }
    }
    return new Graph(offsets, targets, turned);
  }

  /**
   * The graph itself if every arc has its reverse and none is a loop, weights and parallel arcs as
   * they are; else {@link #undirected}.
   */
  public static Graph symmetric(Graph graph) {
    Graph transpose = reversed(graph);
    Graph sorted = reversed(transpose);
    boolean symmetric =
        Arrays.equals(transpose.offsets(), sorted.offsets())
            && Arrays.equals(transpose.targets(), sorted.targets());
    return symmetric && !hasLoop(graph) ? graph : undirected(graph);
  }

  private static boolean hasLoop(Graph graph) {
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        if (graph.targets()[i] == v) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The simple undirected graph beneath: two vertices are neighbours if there is an arc between
   * them, no vertex is its own. Neighbours are sorted, weights dropped.
   */
  public static Graph undirected(Graph graph) {
    int n = graph.vertices();
    int[] offsets = new int[n + 1];
    for (int v = 0; v < n; v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        offsets[v + 1]++;
        offsets[graph.targets()[i] + 1]++;
      }
    }
    sum(offsets);
    int[] cursor = Arrays.copyOf(offsets, n);
    int[] ends = new int[offsets[n]];
    for (int v = 0; v < n; v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        ends[cursor[v]++] = w;
        ends[cursor[w]++] = v;
      }
    }
    int keptCount = 0;
    for (int v = 0; v < n; v++) {
      int begin = offsets[v];
      int end = offsets[v + 1];
      Arrays.sort(ends, begin, end);
      offsets[v] = keptCount;
      for (int i = begin; i < end; i++) {
        if (ends[i] != v && (keptCount == offsets[v] || ends[keptCount - 1] != ends[i])) {
          ends[keptCount++] = ends[i];
        }
      }
    }
    offsets[n] = keptCount;
    return new Graph(offsets, Arrays.copyOf(ends, keptCount));
  }

  private static void sum(int[] offsets) {
    for (int v = 1; v < offsets.length; v++) {
      offsets[v] += offsets[v - 1];
    }
  }
}
