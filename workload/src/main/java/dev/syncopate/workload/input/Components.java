package dev.syncopate.workload.input;

/** Which vertices are connected so far (union by halving paths). */
final class Components {
  private final int[] parent;

  Components(int vertices) {
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
