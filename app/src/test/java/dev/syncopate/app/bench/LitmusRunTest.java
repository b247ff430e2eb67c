package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.library.Library;
import java.util.concurrent.CancellationException;
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
  void itCanBeStopped() {
    assertThatThrownBy(() -> LitmusRun.explore("MP-gpu", "srsp", "hrf", 1, () -> true))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> LitmusRun.judge("ptx", 1, () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
