package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Generated graphs have the size and shape asked for, and are the same for the same seed. */
class GraphGeneratorTest {
  @Test
  void bothKindsHaveTheCountsAskedForWithoutLoopsOrParallelArcs() {
    for (Graph graph :
        new Graph[] {
          GraphGenerator.uniform(1000, 9000, 7), GraphGenerator.powerLaw(1000, 9000, 7)
        }) {
      assertThat(graph.vertices()).isEqualTo(1000);
      assertThat(graph.arcs()).isEqualTo(9000);
      assertThat(new HashSet<>(GraphTexts.arcs(graph))).hasSize(9000);
      for (int v = 0; v < 1000; v++) {
        assertThat(Arrays.copyOfRange(graph.targets(), graph.offsets()[v], graph.offsets()[v + 1]))
            .doesNotContain(v);
      }
    }
  }

  @Test
  void theSeedDecides() {
    assertThat(GraphGenerator.uniform(100, 500, 1).targets())
        .isEqualTo(GraphGenerator.uniform(100, 500, 1).targets())
        .isNotEqualTo(GraphGenerator.uniform(100, 500, 2).targets());
    assertThat(GraphGenerator.powerLaw(100, 500, 1).targets())
        .isEqualTo(GraphGenerator.powerLaw(100, 500, 1).targets())
        .isNotEqualTo(GraphGenerator.powerLaw(100, 500, 2).targets());
  }

  /** Golden values: results with generated graphs stay comparable from version to version. */
  @Test
  void theStreamIsTheSameOnEveryMachine() {
    assertThat(GraphTexts.arcs(GraphGenerator.uniform(10, 4, 42)))
        .containsExactly("1>9", "5>1", "5>8", "7>8");
    assertThat(GraphTexts.arcs(GraphGenerator.powerLaw(10, 4, 42)))
        .containsExactly("1>2", "5>8", "5>9", "9>4");
  }

  /** Of 1,024 arcs up to 800: at the end most draws repeat one, over several batches. */
  @Test
  void arcsAreTheFirstDifferentOnesInTheOrderDrawn() {
    for (int arcCount : new int[] {0, 1, 7, 60, 200, 800}) {
      Map<Integer, Set<Integer>> expected = new HashMap<>();
      LongSupplier draws = draws();
      for (int count = 0; count < arcCount; ) {
        long arc = draws.getAsLong();
        int tail = (int) (arc >>> 32);
        count += expected.computeIfAbsent(tail, v -> new LinkedHashSet<>()).add((int) arc) ? 1 : 0;
      }
      Graph graph = DistinctArcs.draw(256, arcCount, draws());
      assertThat(graph.arcs()).isEqualTo(arcCount);
      for (int v = 0; v < 256; v++) {
        assertThat(
                Arrays.stream(graph.targets(), graph.offsets()[v], graph.offsets()[v + 1]).boxed())
            .as("%d arcs: from %d", arcCount, v)
            .containsExactlyElementsOf(expected.getOrDefault(v, Set.of()));
      }
    }
  }

  private static LongSupplier draws() {
    SplittableRandom random = new SplittableRandom(5);
    return () -> (long) random.nextInt(4) << 32 | random.nextInt(256);
  }

  @Test
  void uniformDegreesAreAllAlikeAndPowerLawDegreesAreNot() {
    int[] uniform = degrees(GraphGenerator.uniform(4096, 40_960, 3));
    int[] power = degrees(GraphGenerator.powerLaw(4096, 40_960, 3));
    assertThat(uniform[4095]).isLessThan(35);
    assertThat(uniform[0]).isPositive().isLessThan(4);
    assertThat(power[4095]).isGreaterThan(300);
    assertThat(power[2048]).as("median").isLessThan(5);
  }

  @Test
  void impossibleCountsAreRefused() {
    assertThatThrownBy(() -> GraphGenerator.uniform(10, 23, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("23 arcs: must be 0 to 22, a quarter of all, for 10 vertices");
    assertThatThrownBy(() -> GraphGenerator.powerLaw(0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 vertices: must be 1 to 67108864");
  }

  private static int[] degrees(Graph graph) {
    return IntStream.range(0, graph.vertices()).map(graph::outDegree).sorted().toArray();
  }
}
