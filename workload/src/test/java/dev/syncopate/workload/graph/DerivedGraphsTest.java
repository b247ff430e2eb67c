package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** Graphs made from the arcs of others. */
class DerivedGraphsTest {
  /** 2 -> 0, 0 -> 1, 0 -> 1, 1 -> 1. */
  private final Graph graph =
      new Graph(new int[] {0, 2, 3, 4}, new int[] {1, 1, 1, 0}, new double[] {5, 6, 7, 8});

  @Test
  void reversedArcsKeepTheirWeights() {
    Graph transpose = DerivedGraphs.reversed(graph);
    assertThat(GraphTexts.arcs(transpose))
        .containsExactly("0>2:8.0", "1>0:5.0", "1>0:6.0", "1>1:7.0");
  }

  @Test
  void anUndirectedGraphHasEachPairOnceBothWaysAndNoLoops() {
    Graph simple = DerivedGraphs.undirected(graph);
    assertThat(GraphTexts.arcs(simple)).containsExactly("0>1", "0>2", "1>0", "2>0");
    assertThat(simple.weights()).isNull();
  }

  @Test
  void aRandomGraphsPairsAreThoseOfItsArcs() {
    Graph random = GraphGenerator.powerLaw(200, 1500, 4);
    Graph simple = DerivedGraphs.undirected(random);
    HashSet<String> expected = new HashSet<>(GraphTexts.arcs(random));
    expected.addAll(GraphTexts.arcs(DerivedGraphs.reversed(random)));
    assertThat(GraphTexts.arcs(simple)).doesNotHaveDuplicates().hasSameElementsAs(expected);
  }

  @Test
  void aSymmetricGraphStaysAsItIs() {
    Graph pair = new Graph(new int[] {0, 1, 2}, new int[] {1, 0}, new double[] {2, 2});
    assertThat(DerivedGraphs.symmetric(pair)).isSameAs(pair);
    assertThat(GraphTexts.arcs(DerivedGraphs.symmetric(graph)))
        .containsExactly("0>1", "0>2", "1>0", "2>0");
    Graph loop = new Graph(new int[] {0, 1}, new int[] {0});
    assertThat(DerivedGraphs.symmetric(loop).arcs()).isZero();
  }

  @Test
  void aFileIsNamedByWhatComesBeforeItsExtension() {
    assertThat(GraphFormat.names(Path.of("x/Road.BAY.gr.xz"), "road.bay")).isTrue();
    assertThat(GraphFormat.names(Path.of("road.bay.graph"), "road.bay")).isTrue();
    assertThat(GraphFormat.names(Path.of("road.bay.small.gr"), "road.bay")).isFalse();
    assertThat(GraphFormat.names(Path.of("road.bay.zip"), "road.bay")).isFalse();
  }
}
