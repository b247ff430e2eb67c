package dev.syncopate.model.explore.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Cycles count where fairness does not end them, and where no lane makes progress. */
class FairCyclesTest {
  private static final int A = 1;
  private static final int B = 2;

  /**
   * States with the lanes that may take a step there; then each one's edges: to, lanes, gets on.
   */
  private static StateGraph graph(int[][]... edges) {
    StateGraph graph = new StateGraph();
    for (int state = 0; state < edges.length; state++) {
      graph.add(state - 1, null);
    }
    for (int state = 0; state < edges.length; state++) {
      int enabled = 0;
      for (int[] edge : edges[state]) {
        enabled |= edge[1];
      }
      graph.expand(state, enabled);
      for (int[] edge : edges[state]) {
        graph.edge(edge[0], edge[1], edge[2] != 0);
      }
    }
    return graph;
  }

  @Test
  void lanesThatRollEachOtherBackInTurnsAreACycle() {
    StateGraph graph =
        graph(
            new int[][] {{1, A, 0}},
            new int[][] {{2, B, 0}, {3, A, 1}},
            new int[][] {{1, A, 0}},
            new int[][] {});
    assertThat(new FairCycles(graph, 2).find()).containsExactly(1, 2, 1);
  }

  @Test
  void aLaneThatCouldAlwaysTakeAStepEndsIt() {
    StateGraph graph =
        graph(
            new int[][] {{1, A, 0}, {2, B, 1}}, new int[][] {{0, A, 0}, {2, B, 1}}, new int[][] {});
    assertThat(new FairCycles(graph, 2).find()).isEmpty();
  }

  @Test
  void aStepThatGetsOnEndsIt() {
    StateGraph graph = graph(new int[][] {{1, A, 0}}, new int[][] {{0, A, 1}});
    assertThat(new FairCycles(graph, 1).find()).isEmpty();
  }

  @Test
  void theRoundHasAStepOfEveryLaneThatIsAlwaysReady() {
    StateGraph graph =
        graph(
            new int[][] {{1, A, 0}, {2, B, 0}},
            new int[][] {{0, A, 0}, {0, B, 0}},
            new int[][] {{0, A, 0}, {0, B, 0}});
    assertThat(new FairCycles(graph, 2).find()).containsExactly(0, 1, 0);
  }
}
