package dev.syncopate.workload.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphGenerator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * The reference against values worked out by hand, and its bound against single precision in random
 * order.
 */
class PageRankReferenceTest {
  private static final double D = 0.85f;

  /** 0 -> 1, 0 -> 2, 1 -> 2; 2 has no successors. */
  private final Graph graph = new Graph(new int[] {0, 2, 3, 3}, new int[] {1, 2, 2});

  @Test
  void oneIterationByHand() {
    double base = (1 - D) / 3;
    assertThat(PageRankReference.of(graph, 1).ranks())
        .containsExactly(new double[] {base, base + D / 6, base + D / 6 + D / 3}, within(1e-15));
  }

  @Test
  void twoIterationsByHand() {
    double base = (1 - D) / 3;
    double middleRank = base + D * base / 2;
    assertThat(PageRankReference.of(graph, 2).ranks())
        .containsExactly(
            new double[] {base, middleRank, middleRank + D * (base + D / 6)}, within(1e-15));
  }

  @Test
  void onACycleRanksAreEqualAndSumToOne() {
    Graph cycle = new Graph(new int[] {0, 1, 2, 3, 4}, new int[] {1, 2, 3, 0});
    assertThat(PageRankReference.of(cycle, 50).ranks())
        .containsExactly(new double[] {0.25, 0.25, 0.25, 0.25}, within(1e-15));
  }

  @Test
  void boundsGrowWithDegreeAndIterations() {
    double u = 0x1p-24;
    assertThat(PageRankReference.of(graph, 1).bounds())
        .containsExactly(new double[] {u, 4 * u, 5 * u}, within(1e-12));
    assertThat(PageRankReference.of(graph, 2).bounds())
        .containsExactly(new double[] {u, 4 * u, 8 * u}, within(1e-12));
  }

  @Test
  void singlePrecisionInAnyOrderStaysWithinTheBound() {
    Graph random = GraphGenerator.powerLaw(500, 5000, 11);
    PageRankReference reference = PageRankReference.of(random, 5);
    RandomGenerator order = RandomGeneratorFactory.of("L64X128MixRandom").create(12);
    float[] ranks = single(random, 5, order);
    double slack = 0;
    for (int v = 0; v < ranks.length; v++) {
      double error = Math.abs(ranks[v] - reference.ranks()[v]) / reference.ranks()[v];
      assertThat(error).as("vertex %d, seed 12", v).isLessThan(reference.bounds()[v]);
      slack = Math.max(slack, error / reference.bounds()[v]);
    }
    assertThat(slack).as("the bound is not idle").isGreaterThan(0.02);
  }

  private static float[] single(Graph graph, int iterations, RandomGenerator order) {
    int n = graph.vertices();
    float base = (float) ((1.0 - 0.85f) / n);
    float[] ranks = new float[n];
    java.util.Arrays.fill(ranks, (float) (1.0 / n));
    for (int i = 0; i < iterations; i++) {
      float[] next = new float[n];
      java.util.Arrays.fill(next, base);
      int first = order.nextInt(n);
      for (int k = 0; k < n; k++) {
        int v = (first + k) % n;
        float share = 0.85f * ranks[v] / (float) graph.outDegree(v);
        for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
          next[graph.targets()[e]] += share;
        }
      }
      ranks = next;
    }
    return ranks;
  }
}
