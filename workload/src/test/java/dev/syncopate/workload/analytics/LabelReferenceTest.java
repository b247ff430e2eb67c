package dev.syncopate.workload.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphGenerator;
import org.junit.jupiter.api.Test;

/** Labels spread a step a round until they are those of a search. */
class LabelReferenceTest {
  /** 2 - 0 - 3 - 1, and 4 alone. */
  @Test
  void aPathByHand() {
    Graph path =
        DerivedGraphs.undirected(new Graph(new int[] {0, 2, 3, 3, 3, 3}, new int[] {2, 3, 3}));
    LabelReference reference = new LabelReference(path);
    assertThat(reference.changed()).containsExactly(1, 1, 1, 1, 1);
    reference.step();
    assertThat(reference.labels()).containsExactly(0, 1, 0, 0, 4);
    assertThat(reference.changed()).containsExactly(0, 0, 1, 1, 0);
    reference.step();
    assertThat(reference.labels()).containsExactly(0, 0, 0, 0, 4);
    assertThat(reference.done()).isFalse();
    reference.step();
    assertThat(reference.done()).isTrue();
    assertThat(LabelReference.components(path)).containsExactly(0, 0, 0, 0, 4);
  }

  @Test
  void whatSpreadsToTheEndIsWhatASearchFinds() {
    Graph graph = DerivedGraphs.undirected(GraphGenerator.uniform(500, 450, 2));
    LabelReference reference = new LabelReference(graph);
    while (!reference.done()) {
      reference.step();
    }
    assertThat(reference.labels()).isEqualTo(LabelReference.components(graph));
    assertThat(reference.check(reference.labels(), true).equal()).isTrue();
    assertThat(reference.check(new LabelReference(graph).labels(), true).equal()).isFalse();
  }
}
