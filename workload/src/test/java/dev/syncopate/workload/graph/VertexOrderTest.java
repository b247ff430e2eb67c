package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Other numbers of the same vertices. */
class VertexOrderTest {
  /** 0 -> 1, 2 -> 0, 2 -> 1, 2 -> 3. */
  private final Graph graph =
      new Graph(new int[] {0, 1, 1, 4, 4}, new int[] {1, 0, 1, 3}, new double[] {5, 6, 7, 8});

  @Test
  void theGivenOrderIsTheGraphItself() {
    assertThat(VertexOrder.GIVEN.of(graph, 1)).isSameAs(graph);
  }

  /** Vertex 2 becomes 0, vertex 0 becomes 1, vertices 1 and 3 stay in this order. */
  @Test
  void thoseWithTheMostArcsComeFirst() {
    assertThat(GraphTexts.arcs(VertexOrder.DEGREE.of(graph, 1)))
        .containsExactly("0>1:6.0", "0>2:7.0", "0>3:8.0", "1>2:5.0");
  }

  @Test
  void aRandomOrderKeepsDegreesAndIsThatOfItsSeed() {
    Graph random = GraphGenerator.powerLaw(500, 3000, 2);
    Graph shuffled = VertexOrder.SHUFFLED.of(random, 7);
    assertThat(GraphTexts.arcs(shuffled))
        .isEqualTo(GraphTexts.arcs(VertexOrder.SHUFFLED.of(random, 7)))
        .isNotEqualTo(GraphTexts.arcs(VertexOrder.SHUFFLED.of(random, 8)))
        .isNotEqualTo(GraphTexts.arcs(random));
    assertThat(degrees(shuffled)).isEqualTo(degrees(random));
    assertThat(degrees(DerivedGraphs.reversed(shuffled)))
        .isEqualTo(degrees(DerivedGraphs.reversed(random)));
  }

  private static int[] degrees(Graph graph) {
    int[] degrees = IntStream.range(0, graph.vertices()).map(graph::outDegree).toArray();
    Arrays.sort(degrees);
    return degrees;
  }
}
