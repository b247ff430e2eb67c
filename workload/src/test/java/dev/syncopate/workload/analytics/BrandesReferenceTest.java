package dev.syncopate.workload.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphGenerator;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Centralities by definition, and how far single precision may stray. */
class BrandesReferenceTest {
  private static double[] scores(Graph graph, int... sources) {
    BrandesReference reference = new BrandesReference(graph, sources);
    while (!reference.done()) {
      reference.step();
    }
    return reference.scores().values();
  }

  /** 0 - 1 - 2, and 1 - 3: every path between two others leads through 1. */
  @Test
  void aStarByHand() {
    Graph star =
        DerivedGraphs.undirected(new Graph(new int[] {0, 1, 3, 3, 3}, new int[] {1, 2, 3}));
    assertThat(scores(star, 0)).containsExactly(0, 2, 0, 0);
    assertThat(scores(star, 0, 1, 2, 3)).containsExactly(0, 6, 0, 0);
  }

  /** Of all pairs the share of shortest paths that lead through v, by counts from both ends. */
  @Test
  void everyVertexAsSourceGivesTheDefinition() {
    int n = 40;
    Graph graph = DerivedGraphs.undirected(GraphGenerator.powerLaw(n, 90, 3));
    double[][] paths = new double[n][];
    int[][] depths = new int[n][];
    for (int s = 0; s < n; s++) {
      BrandesReference reference = new BrandesReference(graph, new int[] {s});
      while (reference.phase() == BrandesReference.Phase.FORWARD) {
        reference.step();
      }
      depths[s] = reference.depths().clone();
      paths[s] = reference.paths().values().clone();
    }
    double[] expected = new double[n];
    for (int v = 0; v < n; v++) {
      for (int s = 0; s < n; s++) {
        for (int t = 0; t < n; t++) {
          boolean interior = s != v && t != v && s != t && depths[s][v] > 0 && depths[v][t] > 0;
          if (interior && depths[s][v] + depths[v][t] == depths[s][t]) {
            expected[v] += paths[s][v] * paths[v][t] / paths[s][t];
          }
        }
      }
    }
    assertThat(scores(graph, IntStream.range(0, n).toArray()))
        .containsExactly(expected, within(1e-9));
  }

  /**
   * The term with the largest error may be the first to be added on the device, independent of its
   * place here: 0 is next to 1 to 8, and these to 9.
   */
  @Test
  void aSumsErrorCountsEveryAdditionOnTopOfItsWorstTerm() {
    int[] offsets = {0, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16};
    int[] targets = {1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 9};
    BrandesReference reference =
        new BrandesReference(DerivedGraphs.undirected(new Graph(offsets, targets)), new int[] {0});
    reference.step();
    double unit = reference.paths().error(1);
    assertThat(unit).isEqualTo(0x1p-52);
    reference.step();
    assertThat(reference.paths().value(9)).isEqualTo(8);
    assertThat(reference.paths().error(9)).isEqualTo(9 * unit);
    assertThat(reference.paths().bounds()[9]).isEqualTo(9 * unit / (1 - 9 * unit));
    while (!reference.done()) {
      reference.step();
    }
    double once = reference.dependencies().error(1);
    assertThat(once)
        .as("two counts, three operations, a rounding, a sum")
        .isBetween(0x1p-23, 0x1.001p-23);
    reference.dependencies().rounded();
    assertThat(reference.dependencies().error(1)).isEqualTo(0x1p-24);
    assertThat(reference.dependencies().lost(1)).isEqualTo(0x1p-126);
  }

  /** A row of 1,001 squares, each of which doubles the paths. */
  @Test
  void morePathsThanDoublePrecisionCountsAreSaid() {
    int squares = 1001;
    int[] offsets = new int[3 * squares + 2];
    int[] targets = new int[4 * squares];
    for (int square = 0; square < squares; square++) {
      int first = 3 * square;
      int[] arcs = {first + 1, first + 2, first + 3, first + 3};
      System.arraycopy(arcs, 0, targets, 4 * square, arcs.length);
      offsets[first + 1] = 4 * square + 2;
      offsets[first + 2] = 4 * square + 3;
      offsets[first + 3] = 4 * square + 4;
    }
    offsets[offsets.length - 1] = targets.length;
    Graph graph = DerivedGraphs.undirected(new Graph(offsets, targets));
    assertThatThrownBy(() -> scores(graph, 0))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "bc counts paths in double precision, at most 1.1e+301, and vertex 3003 is at the end"
                + " of more from vertex 0: choose another seed or graph");
    assertThat(Arrays.stream(scores(graph, 1500)).max().orElse(0)).isPositive();
  }
}
