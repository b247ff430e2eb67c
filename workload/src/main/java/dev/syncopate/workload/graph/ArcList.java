package dev.syncopate.workload.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Arcs in any order on their way into a {@link Graph}; grows with what is there, not with what a
 * header promises.
 */
final class ArcList {
  private int[] sources = new int[1024];
  private int[] to = new int[1024];
  private double @Nullable [] weight;
  private int size;

  /**
   * @param weighted whether arcs carry weights
   */
  ArcList(boolean weighted) {
    weight = weighted ? new double[1024] : null;
  }

  int size() {
    return size;
  }

  int from(int arc) {
    return sources[arc];
  }

  int to(int arc) {
    return to[arc];
  }

  /**
   * Adds an arc; its weight is ignored if the list has none. The caller sees to {@link
   * Graph#MAX_ARCS}.
   */
  void add(int source, int target, double value) {
    if (size == sources.length) {
      int capacity = size + (size >> 1);
      sources = Arrays.copyOf(sources, capacity);
      to = Arrays.copyOf(to, capacity);
      weight = weight == null ? null : Arrays.copyOf(weight, capacity);
    }
    sources[size] = source;
    to[size] = target;
    if (weight != null) {
      weight[size] = value;
    }
    size++;
  }

  /** All ends of all arcs, in no particular order. */
  int[] ends() {
    int[] ends = Arrays.copyOf(sources, 2 * size);
    System.arraycopy(to, 0, ends, size, size);
    return ends;
  }

  /** Replaces every end by its index in {@code ids}, which is sorted and holds them all. */
  void renumber(int[] ids, int count) {
    for (int i = 0; i < size; i++) {
      sources[i] = Arrays.binarySearch(ids, 0, count, sources[i]);
      to[i] = Arrays.binarySearch(ids, 0, count, to[i]);
    }
  }

  /** Largest end of the arcs from index {@code first}; -1 if there are none. */
  int largestEnd(int first) {
    int max = -1;
    for (int i = first; i < size; i++) {
      max = Math.max(max, Math.max(sources[i], to[i]));
    }
    return max;
  }

  /** Smallest end of the arcs from index {@code first}; the largest integer if there are none. */
  int smallestEnd(int first) {
    int min = Integer.MAX_VALUE;
    for (int i = first; i < size; i++) {
      min = Math.min(min, Math.min(sources[i], to[i]));
    }
    return min;
  }

  /** Removes the arc at index 0 of a list without weights. */
  void removeFirst() {
    size--;
    System.arraycopy(sources, 1, sources, 0, size);
    System.arraycopy(to, 1, to, 0, size);
  }

  /** Subtracts {@code base} from every end. */
  void subtract(int base) {
    for (int i = 0; i < size; i++) {
      sources[i] -= base;
      to[i] -= base;
    }
  }

  /** The graph: a counting sort by source that keeps the order of each vertex's arcs. */
  Graph graph(int vertices) {
    int[] offsets = new int[vertices + 1];
    for (int i = 0; i < size; i++) {
      offsets[sources[i] + 1]++;
    }
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    int[] cursor = Arrays.copyOf(offsets, vertices);
    int[] targets = new int[size];
    double[] weights = weight == null ? null : new double[size];
    for (int i = 0; i < size; i++) {
      int slot = cursor[sources[i]]++;
      targets[slot] = to[i];
      if (weights != null && weight != null) {
        weights[slot] = weight[i];
      }
    }
    return new Graph(offsets, targets, weights);
  }
}
