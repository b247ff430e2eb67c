package dev.syncopate.workload.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphGenerator;
import dev.syncopate.workload.host.Buffers;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** References by hand, and that each check convicts a device whose state is wrong. */
class RoundAlgorithmTest {
  /** 0 -3-> 1 -4-> 2, 0 -9-> 2; nothing leads to 3. */
  private final Graph weighted =
      new Graph(new int[] {0, 2, 3, 3, 3}, new int[] {1, 2, 2}, new double[] {3, 9, 4});

  private static Device device() {
    return Device.open("rsp-8cu", "gpu", "hrf");
  }

  @Test
  void dijkstraByHand() {
    assertThat(Dijkstra.distances(weighted, 0)).containsExactly(0, 3, 7, Dijkstra.UNREACHED);
    assertThat(Dijkstra.distances(new Graph(new int[] {0, 2, 3, 3}, new int[] {1, 2, 2}), 0))
        .containsExactly(0, 1, 1);
  }

  @Test
  void dijkstraFindsWhatRelaxingAllArcsOftenEnoughFinds() {
    Graph graph = GraphGenerator.powerLaw(300, 2000, 5);
    double[] weights = new double[graph.arcs()];
    Arrays.setAll(weights, i -> (i * 7919L) % 100);
    Graph weighted = new Graph(graph.offsets(), graph.targets(), weights);
    long[] distances = new long[300];
    Arrays.fill(distances, Dijkstra.UNREACHED);
    distances[3] = 0;
    for (int round = 0; round < 300; round++) {
      for (int v = 0; v < 300; v++) {
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
          if (distances[v] != Dijkstra.UNREACHED) {
            int w = graph.targets()[i];
            distances[w] = Math.min(distances[w], distances[v] + (long) weights[i]);
          }
        }
      }
    }
    assertThat(Dijkstra.distances(weighted, 3)).isEqualTo(distances);
  }

  /** The reference follows only vertices that have changed; this looks at every arc. */
  @Test
  void distancesAfterEachRoundAreThoseOfRelaxingEveryArc() {
    Graph graph = GraphGenerator.powerLaw(300, 1500, 9);
    double[] weights = new double[graph.arcs()];
    Arrays.setAll(weights, i -> (i * 104_729L) % 50);
    PathReference reference =
        new PathReference(new Graph(graph.offsets(), graph.targets(), weights), 7);
    int[] distances = reference.distances().clone();
    int rounds = 0;
    while (!reference.done()) {
      int[] next = distances.clone();
      for (int v = 0; v < 300; v++) {
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
          if (distances[v] != PathReference.UNREACHED) {
            int w = graph.targets()[i];
            int length = distances[v] + (int) weights[i];
            next[w] = Integer.compareUnsigned(length, next[w]) < 0 ? length : next[w];
          }
        }
      }
      distances = next;
      reference.step();
      rounds++;
      assertThat(reference.distances()).as("round %d", rounds).isEqualTo(distances);
    }
    assertThat(rounds).isGreaterThan(4);
  }

  /**
   * On a path 0-1-2 with keys such that 1 joins: its neighbours leave with it, or a round later.
   */
  @Test
  void neighboursLeaveAtOnceOrInTheNextRound() {
    Graph path = DerivedGraphs.undirected(new Graph(new int[] {0, 1, 2, 2}, new int[] {1, 2}));
    long seed = 1;
    while (VertexKeys.random(3, seed)[1] != 3) {
      seed++;
    }
    SetReference atOnce = new SetReference(path, seed, true);
    atOnce.step();
    assertThat(atOnce.state()).containsExactly(0, SetReference.JOINED, 0);
    assertThat(atOnce.done()).isTrue();
    SetReference later = new SetReference(path, seed, false);
    later.step();
    assertThat(later.done()).isFalse();
    later.step();
    assertThat(later.state()).isEqualTo(atOnce.state());
  }

  @Test
  void aDeviceThatMissedARoundOfPublishedKernelsIsConvicted() {
    for (RoundAlgorithm algorithm :
        List.of(
            new PublishedPaths(weighted, 0),
            new PublishedColoring(triangle(), 1),
            new PublishedSet(triangle(), 1),
            new PublishedPageRank(weighted, false))) {
      algorithm.upload(device());
      algorithm.launches(1);
      assertThat(algorithm.check().equal()).as(algorithm.source()).isTrue();
      algorithm.step();
      assertThat(algorithm.check().equal()).as(algorithm.source()).isFalse();
      algorithm.restore();
      assertThat(algorithm.check().equal()).as(algorithm.source()).isTrue();
    }
  }

  @Test
  void aDeviceThatMissedARoundOfPathsIsConvicted() {
    LeanPaths paths = new LeanPaths(weighted, 0);
    paths.upload(device());
    paths.launches(1);
    paths.step();
    assertThat(paths.check())
        .isEqualTo(
            new ResultComparison(
                false, "distance[1]: found 0, expected 3; 3 of 4 elements differ"));
  }

  @Test
  void equalColorsOfNeighboursAreConvicted() {
    Device device = device();
    LeanColoring coloring = new LeanColoring(triangle(), 1);
    coloring.upload(device);
    assertThat(coloring.check().equal()).as("nothing has a color, as on the host").isTrue();
    coloring.step();
    assertThat(coloring.check().message()).startsWith("color[").contains("found 0, expected 1");
  }

  @Test
  void roundsOfAColoringByHand() {
    LeanColoring coloring = new LeanColoring(triangle(), 1);
    int rounds = 0;
    while (!coloring.done()) {
      coloring.step();
      rounds++;
    }
    assertThat(rounds).as("a triangle needs three colors, one a round").isEqualTo(3);
  }

  @Test
  void aSetThatCanGrowIsConvicted() {
    Device device = device();
    LeanSet set = new LeanSet(triangle(), 1);
    set.upload(device);
    set.launches(1); // what the round would write holds zeros: everybody is out
    set.step();
    assertThat(set.check().message())
        .isEqualTo("vertex 0 is not in the set, and none of its neighbours is");
  }

  @Test
  void whatWasNeverUploadedCannotBeChecked() {
    assertThatThrownBy(() -> new LeanSet(triangle(), 1).check())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("nothing is on a device yet");
  }

  @Test
  void keysAreAPermutationThatTheSeedDecides() {
    int[] keys = VertexKeys.random(1000, 7);
    assertThat(keys).isEqualTo(VertexKeys.random(1000, 7)).isNotEqualTo(VertexKeys.random(1000, 8));
    int[] sorted = keys.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < 1000; i++) {
      assertThat(sorted[i]).isEqualTo(i + 1);
    }
  }

  @Test
  void aBufferOfNothingHasAWord() {
    Buffer empty = Buffers.of(device(), new int[0]);
    assertThat(empty.bytes()).isEqualTo(4);
  }

  private static Graph triangle() {
    return DerivedGraphs.undirected(new Graph(new int[] {0, 2, 3, 3}, new int[] {1, 2, 2}));
  }
}
