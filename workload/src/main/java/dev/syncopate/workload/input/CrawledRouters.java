package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;

/** Routers and the links between them as a crawl finds them, with some islands that it leaves. */
final class CrawledRouters {
  /** Degrees of itdk0304_rlinks_undirected_MAX. */
  static final Quantiles DEGREES =
      Quantiles.of(
          0, 1, 0.217, 1, 0.218, 2, 0.442, 2, 0.443, 3, 0.566, 3, 0.567, 4, 0.656, 4, 0.717, 5,
          0.763, 6, 0.798, 7, 0.9, 13, 0.95, 22, 0.98, 38, 0.99, 55, 0.995, 79, 0.999, 149, 0.9999,
          516, 1, 1071);

  private static final int ISLAND = 4;

  private CrawledRouters() {}

  /**
   * @param vertices of the main component
   * @param count its edges
   * @param islandVertices vertices on islands of about four
   * @param bridges edges on islands; at least three quarters of {@code islandVertices}, at most one
   *     and a half times as many
   */
  static Graph graph(int vertices, int count, int islandVertices, int bridges, long seed) {
    return graph(DEGREES, vertices, count, islandVertices, bridges, seed);
  }

  /** The same with other degrees, for other graphs that are crawled. */
  static Graph graph(
      Quantiles degrees, int vertices, int count, int islandVertices, int bridges, long seed) {
    RandomDraw draw = new RandomDraw(seed);
    UndirectedEdges edges = ScaleFree.edges(vertices, count, degrees, draw);
    int end = vertices + islandVertices;
    for (int first = vertices; first < end; first += ISLAND) {
      for (int v = first + 1; v < Math.min(end, first + ISLAND); v++) {
        edges.add(v, first + draw.below(v - first));
      }
    }
    while (edges.count() < count + bridges) {
      int first = vertices + draw.below(Math.max(1, islandVertices / ISLAND)) * ISLAND;
      int size = Math.min(ISLAND, end - first);
      edges.add(first + draw.below(size), first + draw.below(size));
    }
    edges.numberByAppearance(end, draw);
    return edges.graph(end);
  }
}
