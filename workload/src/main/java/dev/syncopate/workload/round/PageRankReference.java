package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;

/**
 * PageRank in double precision, by pulling, and a bound of the error in single precision for every
 * order of additions.
 *
 * <p>Every number is positive, so that relative errors never grow by cancellation. The relative
 * error of one rounding is u = 2^-24. Initial ranks and the base are rounded once. A share has its
 * rank's error and two roundings (a product and a quotient). A sum of k shares onto the base has
 * the largest error of its terms and k roundings. Where the sum is damped in place of each share, a
 * share has one rounding less and the sum one more. The first of k shares is then added to 0
 * without a rounding, so that the total stays. Errors of errors are covered by the bound e / (1 -
 * e).
 *
 * @param ranks of each vertex
 * @param errors largest relative error of each vertex's rank in single precision, to first order
 */
public record PageRankReference(double[] ranks, double[] errors) {
  private static final double ROUNDING = 0x1p-24;

  /** Share of a rank that goes on along arcs. */
  public static final float DAMPING = 0.85f;

  /** Equal ranks, rounded once. */
  public static PageRankReference start(int vertices) {
    double[] ranks = new double[vertices];
    double[] errors = new double[vertices];
    Arrays.fill(ranks, 1.0 / vertices);
    Arrays.fill(errors, ROUNDING);
    return new PageRankReference(ranks, errors);
  }

  public static PageRankReference of(Graph graph, int iterations) {
    Graph incoming = DerivedGraphs.reversed(graph);
    PageRankReference reference = start(graph.vertices());
    for (int iteration = 0; iteration < iterations; iteration++) {
      reference = reference.next(graph, incoming);
    }
    return reference;
  }

  /**
   * One iteration further.
   *
   * @param incoming the graph with its arcs reversed
   */
  PageRankReference next(Graph graph, Graph incoming) {
    int n = graph.vertices();
    double damping = DAMPING;
    int[] offsets = incoming.offsets();
    double[] next = new double[n];
    double[] nextErrors = new double[n];
    for (int v = 0; v < n; v++) {
      double sum = 0;
      double error = ROUNDING;
      for (int i = offsets[v]; i < offsets[v + 1]; i++) {
        int source = incoming.targets()[i];
        sum += ranks[source] / graph.outDegree(source);
        error = Math.max(error, errors[source] + 2 * ROUNDING);
      }
      next[v] = (1 - damping) / n + damping * sum;
      nextErrors[v] = error + (offsets[v + 1] - offsets[v]) * ROUNDING;
    }
    return new PageRankReference(next, nextErrors);
  }

  /** Starts anew from these ranks in single precision. */
  PageRankReference rounded() {
    double[] single = new double[ranks.length];
    double[] once = new double[ranks.length];
    for (int v = 0; v < single.length; v++) {
      single[v] = (float) ranks[v];
    }
    Arrays.fill(once, ROUNDING);
    return new PageRankReference(single, once);
  }

  /** Largest relative error of each vertex's rank in single precision. */
  public double[] bounds() {
    return Arrays.stream(errors).map(error -> error / (1 - error)).toArray();
  }
}
