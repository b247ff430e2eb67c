package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.library.Library;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class LitmusRunTest {
  @Test
  void explorationCountsStatesAndJudgingTests() {
    LitmusRun explored = LitmusRun.explore("MP-gpu", "srsp", "hrf", 1, () -> false);
    assertThat(explored.count()).isGreaterThan(100);
    assertThat(explored.rate()).isPositive();
    LitmusRun judged = LitmusRun.judge("ptx", 1, () -> false);
    assertThat(judged.count()).isEqualTo(Library.names().size());
    assertThat(judged.seconds()).isPositive();
  }

  @Test
  void roundsBelowTheTicksOfTheClockAreMeasuredTogether() {
    int[] rounds = {0};
    LitmusRun run =
        LitmusRun.measure(
            1,
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
  void itCanBeStopped() {
    assertThatThrownBy(() -> LitmusRun.explore("MP-gpu", "srsp", "hrf", 1, () -> true))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> LitmusRun.judge("ptx", 1, () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
