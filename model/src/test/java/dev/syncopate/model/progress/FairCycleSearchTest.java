package dev.syncopate.model.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.ProgressUnits.Granularity;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which cycles of small graphs a scheduler may stay in. */
class FairCycleSearchTest {
  private static final ProgressUnits TWO =
      ProgressUnits.of(
          LitmusTest.read(
              "t", "PTX t {}\nP0@cta 0,gpu 0|P1@cta 1,gpu 0;\n|st.weak x, 1;\nexists x = 1"),
          Granularity.BLOCK);

  /** Edges of {@code source, agent, target}; agents 0 and 1 are blocks, 2 is hardware. */
  private record Graph(int[][] edges) implements StepGraph {
    @Override
    public int agents() {
      return 3;
    }

    @Override
    public int unit(int agent) {
      return agent < 2 ? agent : HARDWARE;
    }

    @Override
    public void steps(int state, Visitor visitor) {
      for (int[] edge : edges) {
        if (edge[0] == state) {
          visitor.step(edge[2], edge[1]);
        }
      }
    }

    @Override
    public long ended(int state) {
      return 0;
    }
  }

  private static boolean runsForever(Fairness fairness, int[]... edges) {
    return FairCycleSearch.find(new Graph(edges), TWO, fairness) != null;
  }

  @Test
  void aThreadThatCouldAlwaysStepEndsACycleWithoutIt() {
    int[][] edges = {{0, 0, 0}, {0, 1, 1}};
    assertThat(runsForever(Fairness.WEAK, edges)).isFalse();
    assertThat(runsForever(Fairness.OBE, edges)).as("block 1 never starts").isTrue();
    assertThat(runsForever(Fairness.HSA, edges)).as("only block 0 is guaranteed").isTrue();
    assertThat(runsForever(Fairness.NONE, edges)).isTrue();
  }

  @Test
  void aThreadThatCannotAlwaysStepDoesNotUnlessFairnessIsStrong() {
    int[][] edges = {{0, 0, 1}, {1, 0, 0}, {0, 1, 2}};
    assertThat(runsForever(Fairness.WEAK, edges)).isTrue();
    assertThat(runsForever(Fairness.STRONG, edges)).isFalse();
  }

  @Test
  void hardwareAlwaysActs() {
    int[][] edges = {{0, 0, 0}, {0, 2, 1}};
    for (Fairness fairness : Fairness.values()) {
      assertThat(runsForever(fairness, edges)).as(fairness.text()).isFalse();
    }
  }

  @Test
  void aBlockThatHasStartedIsGuaranteedWhereThatCounts() {
    int[][] edges = {{0, 1, 1}, {1, 0, 1}, {1, 1, 2}};
    assertThat(runsForever(Fairness.OBE, edges)).isFalse();
    assertThat(runsForever(Fairness.LOBE, edges)).isFalse();
    assertThat(runsForever(Fairness.HSA, edges)).isTrue();
  }

  @Test
  void theRunComesToTheCycleAndGoesRoundWithEveryGuaranteedThread() {
    int[][] edges = {{0, 0, 1}, {1, 0, 2}, {2, 1, 1}, {1, 1, 1}, {2, 0, 2}};
    Lasso lasso =
        Objects.requireNonNull(FairCycleSearch.find(new Graph(edges), TWO, Fairness.WEAK));
    assertThat(lasso.prefix()).containsExactly(new Lasso.Step(0, 0, 1));
    assertThat(lasso.round().stream().map(Lasso.Step::agent)).contains(0, 1);
    assertThat(lasso.round().getFirst().source()).isEqualTo(1);
    assertThat(lasso.round().getLast().target()).isEqualTo(1);
    for (int i = 1; i < lasso.round().size(); i++) {
      assertThat(lasso.round().get(i).source()).isEqualTo(lasso.round().get(i - 1).target());
    }
  }

  @Test
  void aGraphWithoutACycleHasNoRun() {
    for (Fairness fairness : List.of(Fairness.values())) {
      assertThat(runsForever(fairness, new int[] {0, 0, 1}, new int[] {1, 1, 2})).isFalse();
    }
  }
}
