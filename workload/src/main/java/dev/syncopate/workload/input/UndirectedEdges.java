package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Undirected edges on their way into a graph: no loops, each pair of vertices once. */
final class UndirectedEdges {
  private int[] tails;
  private int[] heads;
  private int count;

  /** Open addressing; an edge's key plus one, 0 where nothing is. */
  private long[] table;

  /**
   * @param expected number of edges
   */
  UndirectedEdges(int expected) {
    tails = new int[Math.max(16, expected)];
    heads = new int[tails.length];
    table = new long[64];
  }

  int count() {
    return count;
  }

  int from(int edge) {
    return tails[edge];
  }

  int to(int edge) {
    return heads[edge];
  }

  /** Adds an edge unless it is a loop or there already; whether it did. */
  boolean add(int u, int v) {
    if (u == v || !insert(key(u, v))) {
      return false;
    }
    append(u, v);
    if (count > table.length / 2) {
      rehash();
    }
    return true;
  }

  /** Adds an edge of which the caller knows that it is no loop and comes once. */
  void append(int u, int v) {
    if (count == tails.length) {
      tails = Arrays.copyOf(tails, 2 * count);
      heads = Arrays.copyOf(heads, 2 * count);
    }
    tails[count] = u;
    heads[count++] = v;
  }

  private static long key(int u, int v) {
    return ((long) Math.min(u, v) << 32) + Math.max(u, v) + 1;
  }

  private int slot(long key) {
    int slot = (int) ((key * 0x9e3779b97f4a7c15L) >>> 32) & (table.length - 1);
    while (table[slot] != 0 && table[slot] != key) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  private boolean insert(long key) {
    int slot = slot(key);
    if (table[slot] == key) {
      return false;
    }
    table[slot] = key;
    return true;
  }

  private void rehash() {
    table = new long[4 * table.length];
    for (int i = 0; i < count; i++) {
      insert(key(tails[i], heads[i]));
    }
  }

  /**
   * Removes edges at random until there are {@code maximum}; their pairs may not be added again.
   */
  void trim(int maximum, RandomDraw draw) {
    while (count > maximum) {
      int edge = draw.below(count--);
      tails[edge] = tails[count];
      heads[edge] = heads[count];
    }
  }

  /**
   * Numbers vertices by where a list of the edges in random order first mentions them, as crawls
   * and collections of pairs do: vertices of many edges come early. Those without edges come last.
   */
  void numberByAppearance(int vertices, RandomDraw draw) {
    int[] number = new int[vertices];
    Arrays.fill(number, -1);
    int next = 0;
    for (int edge : draw.permutation(count)) {
      if (number[tails[edge]] < 0) {
        number[tails[edge]] = next++;
      }
      if (number[heads[edge]] < 0) {
        number[heads[edge]] = next++;
      }
    }
    for (int v = 0; v < vertices; v++) {
      number[v] = number[v] < 0 ? next++ : number[v];
    }
    renumber(number);
  }

  /**
   * Numbers vertices by where a list that names, vertex by vertex in random order, each with its
   * neighbours first mentions them: vertices of many edges come somewhat earlier.
   */
  void numberByListing(int vertices, RandomDraw draw) {
    Graph graph = graph(vertices);
    int[] number = new int[vertices];
    Arrays.fill(number, -1);
    int next = 0;
    for (int v : draw.permutation(vertices)) {
      number[v] = number[v] < 0 ? next++ : number[v];
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        number[w] = number[w] < 0 ? next++ : number[w];
      }
    }
    renumber(number);
  }

  /** Gives vertex v the number {@code number[v]}; nothing may be added afterwards. */
  void renumber(int[] number) {
    for (int i = 0; i < count; i++) {
      tails[i] = number[tails[i]];
      heads[i] = number[heads[i]];
    }
    table = new long[0];
  }

  /** Each edge as two arcs, the arcs of a vertex sorted. */
  Graph graph(int vertices) {
    return graph(vertices, null);
  }

  /**
   * @param weight of the next edge, for both its arcs; null for none
   */
  Graph graph(int vertices, @Nullable DoubleSupplier weight) {
    int[] offsets = new int[vertices + 1];
    for (int i = 0; i < count; i++) {
      offsets[tails[i] + 1]++;
      offsets[heads[i] + 1]++;
    }
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    int[] cursor = Arrays.copyOf(offsets, vertices);
    int[] targets = new int[2 * count];
    double[] weights = weight == null ? null : new double[2 * count];
    for (int i = 0; i < count; i++) {
      int forwardSlot = cursor[tails[i]]++;
      int backwardSlot = cursor[heads[i]]++;
      targets[forwardSlot] = heads[i];
      targets[backwardSlot] = tails[i];
      if (weights != null && weight != null) {
        weights[forwardSlot] = weight.getAsDouble();
        weights[backwardSlot] = weights[forwardSlot];
      }
    }
    return DerivedGraphs.reversed(new Graph(offsets, targets, weights));
  }
}
