package dev.syncopate.workload.graph;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The first so many different arcs of a sequence of draws, in the order in which each was first
 * drawn. Arcs are drawn in batches and then processed source by source, so that the known arcs of
 * one source stay in the host's caches. A set of all arcs would miss the caches at every draw.
 */
final class DistinctArcs {
  private static final long REPEATED = -1;

  private final int vertices;
  private final int limit;

  /** Different arcs in the order drawn, then those of the present batch. */
  private int[] sources;

  private int[] targets;
  private int size;

  /** By source: where its arcs begin in {@link #sorted}. */
  private final int[] offsets;

  /** By source, in the order drawn: {@code target << 32 | index}, or {@link #REPEATED}. */
  private long[] sorted = {};

  /** Index behind the last draw that was kept. */
  private int end;

  private DistinctArcs(int vertices, int limit) {
    this.vertices = vertices;
    this.limit = limit;
    sources = new int[0];
    targets = new int[0];
    offsets = new int[vertices + 1];
  }

  /**
   * Draws until there are enough.
   *
   * @param draws each {@code source << 32 | target}; it may be asked for more than are used
   */
  static Graph draw(int vertices, int arcs, LongSupplier draws) {
    DistinctArcs drawn = new DistinctArcs(vertices, arcs);
    while (drawn.size < arcs) {
      drawn.batch(draws);
      drawn.sort();
      drawn.keepFirst();
    }
    return drawn.graph();
  }

  /** Draws as many as are missing, and an eighth of all since some will be there already. */
  private void batch(LongSupplier draws) {
    int count = (int) Math.min(Integer.MAX_VALUE - 8, (long) limit + limit / 8 + 64);
    sources = Arrays.copyOf(sources, count);
    targets = Arrays.copyOf(targets, count);
    for (; size < count; size++) {
      long arc = draws.getAsLong();
      sources[size] = (int) (arc >>> 32);
      targets[size] = (int) arc;
    }
  }

  /** A counting sort by source. */
  private void sort() {
    Arrays.fill(offsets, 0);
    for (int i = 0; i < size; i++) {
      offsets[sources[i] + 1]++;
    }
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    if (sorted.length < size) {
      sorted = new long[size];
    }
    int[] cursor = Arrays.copyOf(offsets, vertices);
    for (int i = 0; i < size; i++) {
      sorted[cursor[sources[i]]++] = (long) targets[i] << 32 | i;
    }
  }

  /** Drops arcs that were drawn before, and those behind the last that is wanted. */
  private void keepFirst() {
    int[] seenFrom = new int[vertices];
    for (int v = 0; v < vertices; v++) {
      for (int k = offsets[v]; k < offsets[v + 1]; k++) {
        int target = (int) (sorted[k] >>> 32);
        if (seenFrom[target] == v + 1) {
          sources[(int) sorted[k]] = -1;
          sorted[k] = REPEATED;
        }
        seenFrom[target] = v + 1;
      }
    }
    int keptCount = 0;
    for (end = 0; end < size && keptCount < limit; end++) {
      if (sources[end] >= 0) {
        sources[keptCount] = sources[end];
        targets[keptCount++] = targets[end];
      }
    }
    size = keptCount;
  }

  private Graph graph() {
    int[] starts = new int[vertices + 1];
    int[] targets = new int[limit];
    int count = 0;
    for (int v = 0; v < vertices; v++) {
      for (int k = offsets[v]; k < offsets[v + 1]; k++) {
        if (sorted[k] != REPEATED && (int) sorted[k] < end) {
          targets[count++] = (int) (sorted[k] >>> 32);
        }
      }
      starts[v + 1] = count;
    }
    return new Graph(starts, targets);
  }
}
