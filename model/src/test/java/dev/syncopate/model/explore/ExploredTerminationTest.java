package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.library.ExpectedTermination;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.ProgressUnits.Granularity;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The library's tests on termination end on real controllers as they say of each scheduler. */
class ExploredTerminationTest {
  private static final MachineSetup ROOMY =
      new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);

  private static List<String> names() {
    return Library.terminations();
  }

  private static ExplorationRequest request(Fairness fairness) {
    return ExplorationRequest.of("gpu", "hrf")
        .withSetups(List.of(ROOMY))
        .asking(new TerminationQuestion(fairness, Granularity.BLOCK));
  }

  private static List<ExplorationFailure> hangs(String name, Fairness fairness) {
    Exploration exploration =
        Explorer.explore(Library.test(name), request(fairness), (setup, states, depth) -> true);
    assertThat(exploration.complete()).isTrue();
    assertThat(exploration.failures())
        .allMatch(failure ->
            failure.kind() == PropertyViolation.Kind.LIVELOCK
                || failure.kind() == PropertyViolation.Kind.DEADLOCK);
    return exploration.failures();
  }

  @ParameterizedTest
  @MethodSource("names")
  void theHardwareAgrees(String name) {
    for (ExpectedTermination expected : Library.terminations(name, true)) {
      assertThat(hangs(name, expected.fairness()).isEmpty())
          .as("%s: %s", expected.fairness().text(), expected.reason())
          .isEqualTo(expected.ends());
    }
  }

  @Test
  void theScheduleComesToWhatRepeats() {
    ExplorationFailure failure = hangs("wait-for-higher", Fairness.OBE).getFirst();
    assertThat(failure.message())
        .startsWith("may not end, under obe fairness of blocks; active forever: tile 0");
    assertThat(failure.schedule().steps())
        .as("block 1 takes no step")
        .noneMatch(step -> step.text().contains("P1"));
  }

  @Test
  void withoutTheQuestionOnlyRunsThatCannotEndAreFailures() {
    ExplorationRequest plain = ExplorationRequest.of("gpu", "hrf").withSetups(List.of(ROOMY));
    LitmusTest test = Library.test("wait-for-higher");
    assertThat(Explorer.explore(test, plain, (setup, states, depth) -> true).failures()).isEmpty();
  }

  @Test
  void ordersAreNotLeftOut() {
    assertThatThrownBy(() -> request(Fairness.WEAK).with(ExplorationRequest.Reduction.ON))
        .hasMessage("whether every run ends is asked with every order: without reduction");
  }
}
