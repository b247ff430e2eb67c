package dev.syncopate.workload.input;

/** Connected components of the edges so far (union-find with path halving). */
final class UnionFind {
  private final int[] parent;

  UnionFind(int vertices) {
    parent = new int[vertices];
    for (int v = 0; v < vertices; v++) {
      parent[v] = v;
    }
  }

  /** Connects two vertices; false if they were. */
  boolean join(int u, int v) {
    int a = root(u);
    int b = root(v);
    parent[Math.max(a, b)] = Math.min(a, b);
    return a != b;
  }

  private int root(int vertex) {
    int v = vertex;
    while (parent[v] != v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  }
}
