package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;

/**
 * A ring on which each vertex knows its nearest neighbours, and some edges lead anywhere (Watts and
 * Strogatz 1998).
 */
final class SmallWorld {
  private static final int NEIGHBOURS = 10;
  private static final double REWIRED = 0.12;

  private SmallWorld() {}

  /**
   * @param count edges: at most five for each vertex
   */
  static Graph graph(int vertices, int count, long seed) {
    RandomDraw draw = new RandomDraw(seed);
    UndirectedEdges edges = new UndirectedEdges(vertices * NEIGHBOURS / 2);
    for (int distance = 1; distance <= NEIGHBOURS / 2; distance++) {
      for (int v = 0; v < vertices; v++) {
        int near = (v + distance) % vertices;
        boolean rewired = draw.chance(REWIRED) && edges.add(v, draw.below(vertices));
        if (!rewired) {
          edges.add(v, near);
        }
      }
    }
    while (edges.count() < count) { // a near neighbour that another vertex was rewired to before
      edges.add(draw.below(vertices), draw.below(vertices));
    }
    edges.trim(count, draw);
    return edges.graph(vertices);
  }
}
