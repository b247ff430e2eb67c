package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;

/**
 * PageRank in double precision, by pulling, and how far single precision may stray from it whatever
 * the order of its additions.
 *
 * <p>Every number is positive, so that relative errors never grow by cancellation. With u = 2^-24,
 * the relative error of one rounding: initial ranks and the base are rounded once; a share has its
 * rank's error and two roundings (a product and a quotient); and a sum of k shares onto the base
 * has the largest error of its terms and k roundings. Errors of errors are covered by the bound e /
 * (1 - e).
 *
 * @param ranks of each vertex
 * @param bounds largest relative error of each vertex's rank in single precision
 */
record PageRankReference(double[] ranks, double[] bounds) {
  private static final double ROUNDING = 0x1p-24;

  static PageRankReference of(Graph graph, int iterations) {
    int n = graph.vertices();
    double damping = PageRankPush.DAMPING;
    int[] sources = new int[graph.arcs()];
    int[] offsets = incoming(graph, sources);
    double[] ranks = new double[n];
    double[] errors = new double[n];
    Arrays.fill(ranks, 1.0 / n);
    Arrays.fill(errors, ROUNDING);
    for (int iteration = 0; iteration < iterations; iteration++) {
      double[] next = new double[n];
      double[] nextErrors = new double[n];
      for (int v = 0; v < n; v++) {
        double sum = 0;
        double error = ROUNDING;
        for (int i = offsets[v]; i < offsets[v + 1]; i++) {
          int source = sources[i];
          sum += ranks[source] / graph.outDegree(source);
          error = Math.max(error, errors[source] + 2 * ROUNDING);
        }
        next[v] = (1 - damping) / n + damping * sum;
        nextErrors[v] = error + (offsets[v + 1] - offsets[v]) * ROUNDING;
      }
      ranks = next;
      errors = nextErrors;
    }
    for (int v = 0; v < n; v++) {
      errors[v] = errors[v] / (1 - errors[v]);
    }
    return new PageRankReference(ranks, errors);
  }

  /** Fills in the sources of arcs by target and returns each target's offset into them. */
  private static int[] incoming(Graph graph, int[] sources) {
    int[] offsets = new int[graph.vertices() + 1];
    for (int target : graph.targets()) {
      offsets[target + 1]++;
    }
    for (int v = 0; v < graph.vertices(); v++) {
      offsets[v + 1] += offsets[v];
    }
    int[] cursor = Arrays.copyOf(offsets, graph.vertices());
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        sources[cursor[graph.targets()[i]]++] = v;
      }
    }
    return offsets;
  }
}
