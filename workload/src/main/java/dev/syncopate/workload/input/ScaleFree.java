package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;

/**
 * Connected graphs of given degrees without any other structure (configuration model). Each vertex
 * has as many stubs as its degree. A random tree uses one stub of each and connects all, with
 * vertices of few edges as its fringes. The other stubs are joined in random pairs.
 */
final class ScaleFree {
  /** Vertices of degree 3 and more are connected first, then those of 2, then those of 1. */
  private static final int CORE = 3;

  private static final int CHAINS = 2;
  private static final int LEAVES = 1;

  /** Chance that a vertex of degree 2 goes on where the last one ended: fringes have depth. */
  private static final double CHAINED = 0.4;

  private final RandomDraw draw;
  private final int[] degrees;
  private final UndirectedEdges edges;

  private ScaleFree(int[] degrees, int count, RandomDraw draw) {
    this.draw = draw;
    this.degrees = degrees;
    edges = new UndirectedEdges(count);
  }

  /**
   * Adds a connected graph.
   *
   * @param profile of degrees; where it does not give twice the edges, those of some vertices are
   *     changed
   * @param count edges, at least one less than vertices
   */
  static UndirectedEdges edges(int vertices, int count, Quantiles profile, RandomDraw draw) {
    ScaleFree graph = new ScaleFree(degrees(vertices, count, profile, draw), count, draw);
    int[] free = graph.tree(count);
    graph.pair(free);
    while (graph.edges.count() < count) { // for pairs that were loops or there already
      int u = graph.edges.from(draw.below(graph.edges.count()));
      graph.edges.add(u, graph.edges.to(draw.below(graph.edges.count())));
    }
    return graph.edges;
  }

  static Graph graph(int vertices, int count, Quantiles profile, long seed) {
    RandomDraw draw = new RandomDraw(seed);
    UndirectedEdges edges = edges(vertices, count, profile, draw);
    edges.numberByListing(vertices, draw);
    return edges.graph(vertices);
  }

  private static int[] degrees(int vertices, int count, Quantiles profile, RandomDraw draw) {
    int[] degrees = new int[vertices];
    long sum = 0;
    for (int v = 0; v < vertices; v++) {
      degrees[v] = (int) Math.max(1, Math.rint(profile.at((v + 0.5) / vertices)));
      sum += degrees[v];
    }
    while (sum != 2L * count) {
      int v = draw.below(vertices);
      if (sum < 2L * count && degrees[v] > 1) {
        degrees[v]++;
        sum++;
      } else if (sum > 2L * count && degrees[v] > 2) {
        degrees[v]--;
        sum--;
      }
    }
    return degrees;
  }

  /** Connects all vertices; returns a vertex for each stub that is left. */
  private int[] tree(int count) {
    int[] free = new int[2 * count];
    int stubs = 0;
    int[] order = draw.permutation(degrees.length);
    for (int pass = CORE; pass >= LEAVES; pass--) {
      for (int v : order) {
        if (Math.min(degrees[v], CORE) != pass) {
          continue;
        }
        int remaining = degrees[v];
        if (stubs > 0) {
          boolean chain = pass == CHAINS && draw.chance(CHAINED);
          int stub = chain ? stubs - 1 : draw.below(stubs);
          edges.add(v, free[stub]);
          free[stub] = free[--stubs];
          remaining--;
        }
        for (int i = 0; i < remaining; i++) {
          free[stubs++] = v;
        }
      }
    }
    return Arrays.copyOf(free, stubs);
  }

  private void pair(int[] free) {
    int freeCount = free.length;
    int failures = 0;
    while (freeCount > 1 && failures < 100) {
      int a = draw.below(freeCount);
      int u = free[a];
      free[a] = free[freeCount - 1];
      int b = draw.below(freeCount - 1);
      int v = free[b];
      if (edges.add(u, v)) {
        free[b] = free[freeCount - 2];
        freeCount -= 2;
        failures = 0;
      } else {
        free[freeCount - 1] = u;
        failures++;
      }
    }
  }
}
