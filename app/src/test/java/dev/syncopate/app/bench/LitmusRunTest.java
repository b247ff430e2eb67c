package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.library.Library;
import org.junit.jupiter.api.Test;

class LitmusRunTest {
  @Test
  void explorationCountsStatesAndJudgingTests() {
    LitmusRun explored = LitmusRun.explore("MP-gpu", "srsp", "hrf", 1);
    assertThat(explored.count()).isGreaterThan(100);
    assertThat(explored.rate()).isPositive();
    LitmusRun judged = LitmusRun.judge("ptx", 1);
    assertThat(judged.count()).isEqualTo(Library.names().size());
    assertThat(judged.seconds()).isPositive();
  }
}
