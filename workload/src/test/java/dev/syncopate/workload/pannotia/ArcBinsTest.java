package dev.syncopate.workload.pannotia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.graph.Graph;
import org.junit.jupiter.api.Test;

class ArcBinsTest {
  @Test
  void binsHoldEveryArcOnceByTarget() {
    Graph graph = new Graph(new int[] {0, 2, 3, 3}, new int[] {1, 2, 2});
    ArcBins bins = ArcBins.of(graph, 2);
    assertThat(bins.count()).isEqualTo(2);
    assertThat(bins.starts()).containsExactly(0, 1, 3);
    assertThat(bins.arcs()).containsExactly(0, 1, 0, 2, 1, 2);
  }
}
