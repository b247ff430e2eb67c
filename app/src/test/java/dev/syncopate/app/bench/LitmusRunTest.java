package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class LitmusRunTest {
  private static final LitmusRun.Rounds ONE = new LitmusRun.Rounds(1, /* steadySeconds= */ 0);

  @Test
  void explorationCountsStatesAndJudgingTests() {
    LitmusRun explored = LitmusRun.explore("MP-gpu", "srsp", "hrf", ONE, () -> false);
    assertThat(explored.count()).isGreaterThan(100);
    assertThat(explored.rate()).isPositive();
    LitmusRun judged = LitmusRun.judge("ptx", ONE, () -> false);
    assertThat(judged.count()).isEqualTo(Library.names().size());
    assertThat(judged.seconds()).isPositive();
  }

  @Test
  void severalThreadsExploreTheStatesOfOne() {
    LitmusTest test = Library.test("MP-gpu");
    List<LitmusRun> runs = LitmusRun.exploreOnThreads(test, 2, ONE, () -> false);
    long states = LitmusRun.exploreRoomy(test, ONE, () -> false).count();
    assertThat(runs).extracting(LitmusRun::count).containsExactly(states, states);
    assertThat(runs).allSatisfy(run -> assertThat(run.seconds()).isPositive());
  }

  @Test
  void roundsBelowTheTicksOfTheClockAreMeasuredTogether() {
    int[] rounds = {0};
    LitmusRun run =
        LitmusRun.measure(
            ONE,
            () -> false,
            () -> {
              rounds[0]++;
              return ThreadLocalRandom.current().longs(1000).filter(value -> value != 0).count();
            });
    assertThat(rounds[0]).as("rounds of some microseconds in 0.2 seconds").isGreaterThan(100);
    assertThat(run.seconds()).isBetween(1e-9, 0.01);
    assertThat(run.rate()).isFinite().isPositive();
  }

  @Test
  void testsAreReadAndJudgedOnce() {
    int tests = Library.names().size() + 50;
    LitmusRun run = LitmusRun.readAndJudge("ptx", tests, () -> false);
    assertThat(run.count()).isEqualTo(tests);
    assertThat(run.seconds()).isPositive();
  }

  @Test
  void generatedTestsAskForOutcomesOfWhichMostAreForbidden() {
    List<LitmusTest> asking =
        AskedTests.texts(Library.names().size() + 100).stream()
            .skip(Library.names().size())
            .map(text -> LitmusTest.read("test", text))
            .toList();
    CatModel model = ModelCatalog.named("ptx");
    long met =
        asking.stream()
            .filter(test ->
                ModelAnswer.of(test, model, 1).verdict()
                    == (test.quantifier() == LitmusTest.Quantifier.EXISTS))
            .count();
    assertThat(met).isBetween(10L, 50L);
  }

  @Test
  void itCanBeStopped() {
    assertThatThrownBy(() -> LitmusRun.explore("MP-gpu", "srsp", "hrf", ONE, () -> true))
        .isInstanceOf(CancellationException.class);
    LitmusTest test = Library.test("MP-gpu");
    assertThatThrownBy(() -> LitmusRun.exploreOnThreads(test, 2, ONE, () -> true))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> LitmusRun.judge("ptx", ONE, () -> true))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> LitmusRun.readAndJudge("ptx", 200, () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
