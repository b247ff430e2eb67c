package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;

/** Vertices in rows, row after row, each next to those left, right, above and below it. */
final class Lattice {
  private Lattice() {}

  /** The five-point grid of {@code width} by {@code height} points. */
  static Graph grid(int width, int height) {
    int vertices = width * height;
    UndirectedEdges edges = new UndirectedEdges(2 * vertices);
    for (int v = 0; v < vertices; v++) {
      connect(edges, v, width, vertices);
    }
    return edges.graph(vertices);
  }

  /**
   * A connected part of the most nearly square grid of so many points, the last row of which may be
   * shorter: the edges that go are chosen at random.
   *
   * @param count edges; as many as the grid has if that is fewer
   */
  static Graph mesh(int vertices, int count, long seed) {
    int width = (int) Math.sqrt(vertices);
    UndirectedEdges allEdges = new UndirectedEdges(2 * vertices);
    for (int v = 0; v < vertices; v++) {
      connect(allEdges, v, width, vertices);
    }
    int[] order = new RandomDraw(seed).permutation(allEdges.count());
    UnionFind components = new UnionFind(vertices);
    boolean[] isKept = new boolean[allEdges.count()];
    int remaining = count;
    for (int edge : order) {
      if (components.join(allEdges.from(edge), allEdges.to(edge))) {
        isKept[edge] = true;
        remaining--;
      }
    }
    for (int edge : order) {
      if (!isKept[edge] && remaining > 0) {
        isKept[edge] = true;
        remaining--;
      }
    }
    UndirectedEdges edges = new UndirectedEdges(count);
    for (int edge = 0; edge < isKept.length; edge++) {
      if (isKept[edge]) {
        edges.append(allEdges.from(edge), allEdges.to(edge));
      }
    }
    return edges.graph(vertices);
  }

  private static void connect(UndirectedEdges edges, int vertex, int width, int vertices) {
    if ((vertex + 1) % width != 0 && vertex + 1 < vertices) {
      edges.append(vertex, vertex + 1);
    }
    if (vertex + width < vertices) {
      edges.append(vertex, vertex + width);
    }
  }
}
