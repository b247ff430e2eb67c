package dev.syncopate.workload.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphGenerator;
import org.junit.jupiter.api.Test;

/** Representatives are hooked and paths halved until parents are the components of a search. */
class HookReferenceTest {
  /** 2 - 0 - 3 - 1, and 4 alone. */
  @Test
  void aPathByHand() {
    Graph path =
        DerivedGraphs.undirected(new Graph(new int[] {0, 2, 3, 3, 3, 3}, new int[] {2, 3, 3}));
    HookReference reference = new HookReference(path);
    reference.step();
    assertThat(reference.parents()).as("3 hears of 0").containsExactly(0, 1, 0, 0, 4);
    reference.step();
    assertThat(reference.parents()).as("3's parent offers to 1").containsExactly(0, 0, 0, 0, 4);
    assertThat(reference.done()).isFalse();
    reference.step();
    assertThat(reference.done()).isTrue();
  }

  /** Labels would take as many rounds as the path is long. */
  @Test
  void aLongPathTakesFewRounds() {
    int n = 200;
    int[] offsets = new int[n + 1];
    int[] targets = new int[n - 1];
    for (int v = 0; v < n; v++) {
      offsets[v + 1] = Math.min(v + 1, n - 1);
      if (v < n - 1) {
        targets[v] = v + 1;
      }
    }
    HookReference reference =
        new HookReference(DerivedGraphs.undirected(new Graph(offsets, targets)));
    int rounds = 0;
    while (!reference.done()) {
      reference.step();
      rounds++;
    }
    assertThat(reference.parents()).containsOnly(0);
    assertThat(rounds).isLessThanOrEqualTo(10);
  }

  @Test
  void theEndIsWhatASearchFinds() {
    for (int seed = 1; seed <= 20; seed++) {
      Graph graph = DerivedGraphs.undirected(GraphGenerator.uniform(500, 450, seed));
      HookReference reference = new HookReference(graph);
      while (!reference.done()) {
        reference.step();
      }
      assertThat(reference.parents())
          .as("seed %d", seed)
          .isEqualTo(LabelReference.components(graph));
      assertThat(reference.check(reference.parents(), true).equal()).isTrue();
      assertThat(reference.check(new HookReference(graph).parents(), true).equal()).isFalse();
    }
  }
}
