package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;

/**
 * Products that are bought together (Holme and Kim 2002). Each new product is connected to an
 * existing one, with a probability that grows with its degree, and to some of that one's
 * neighbours. That gives degrees by a power law and many triangles.
 */
final class CoPurchases {
  /** What a product leads to at most, as in the lists of the original. */
  private static final int MOST = 10;

  /** Chance that the next is a neighbour of the first one. */
  private static final double TRIANGLES = 0.92;

  /** Chance that the first one is any of the last products, and not a popular one. */
  private static final double RECENT = 0.6;

  private static final int WINDOW = 1000;

  /** Share of all that was bought by which popularity counts: the last of it. */
  private static final double SOLD = 0.3;

  private CoPurchases() {}

  /**
   * Connected.
   *
   * @param count edges: at least one less than products, at most nine times as many
   */
  static Graph graph(int products, int count, long seed) {
    RandomDraw draw = new RandomDraw(seed);
    UndirectedEdges edges = new UndirectedEdges(count);
    int[] lists = new int[products * MOST];
    int[] lengths = new int[products];
    for (int v = 1; v < products; v++) {
      double mean = (double) (count - edges.count()) / (products - v);
      int targetDegree = 1 + (int) (2 * Math.max(0, mean - 1) * draw.unit() + 0.5);
      int first = one(v, edges, draw);
      link(edges, lists, lengths, v, first);
      for (int tries = 0; lengths[v] < Math.min(MOST, targetDegree) && tries < 4 * MOST; tries++) {
        boolean near = lengths[first] > 0 && draw.chance(TRIANGLES);
        int next = near ? lists[first * MOST + draw.below(lengths[first])] : one(v, edges, draw);
        link(edges, lists, lengths, v, next);
      }
    }
    while (edges.count() < count) { // what the first products could not have
      int u = draw.below(products);
      edges.add(u, lengths[u] > 0 ? edges.to(draw.below(edges.count())) : 0);
    }
    edges.trim(count, draw);
    edges.numberByListing(products, draw);
    return edges.graph(products);
  }

  private static int one(int v, UndirectedEdges edges, RandomDraw draw) {
    if (draw.chance(RECENT) || edges.count() == 0) {
      return v - 1 - draw.below(Math.min(v, WINDOW));
    }
    int edge = edges.count() - 1 - draw.below(Math.max(1, (int) (edges.count() * SOLD)));
    return draw.chance(0.5) ? edges.from(edge) : edges.to(edge);
  }

  private static void link(
      UndirectedEdges edges, int[] lists, int[] lengths, int v, int neighbour) {
    if (edges.add(v, neighbour)) {
      lists[v * MOST + lengths[v]++] = neighbour;
    }
  }
}
