package dev.syncopate.model.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.stress.StressRun.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;

class StressRunTest {
  @Test
  void programsRunUntilThereAreOperationsEnough() {
    StressRun run = new StressRun(new Choice("srsp", "hrf", List.of("loose-ones"), 500, 7));
    while (run.goOn()) {
      assertThat(run.operations()).isLessThan(500);
    }
    assertThat(run.operations()).isGreaterThanOrEqualTo(500);
    assertThat(run.finding()).isEmpty();
    assertThat(run.neverHappened()).isSubsetOf(run.transitions().keySet());
    assertThat(run.goOn()).as("once more").isFalse();
  }

  @Test
  void anUnknownMachineIsRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> new StressRun(new Choice("gpu", "hrf", List.of("loose"), 1, 1)))
        .hasMessage(
            "no machine is called 'loose'; there are loose-tiny, loose-ones, timed-tiny,"
                + " timed-lines, timed-roomy, loose-two-gpus, timed-two-gpus, timed-mesh,"
                + " loose-few-lines, loose-at-release, timed-at-release");
  }
}
