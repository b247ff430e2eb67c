package dev.syncopate.model.axiom.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.library.ExpectedTermination;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.progress.ProgressUnits.Granularity;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The library's tests on termination end, or not, as they say of each scheduler. */
class TerminationLibraryTest {
  private static List<String> names() {
    return Library.terminations();
  }

  @ParameterizedTest
  @MethodSource("names")
  void theModelOfPtxAgrees(String name) {
    List<ExpectedTermination> expectations = Library.terminations(name, false);
    assertThat(expectations).as("every scheduler is expected something of").hasSize(7);
    for (ExpectedTermination expected : expectations) {
      TerminationAnswer answer =
          TerminationAnswer.of(
              Library.test(name),
              ModelCatalog.named("ptx"),
              new TerminationQuestion(expected.fairness(), Granularity.BLOCK),
              3);
      assertThat(answer.problem()).isNull();
      assertThat(answer.ends())
          .as("%s: %s", expected.fairness().text(), expected.reason())
          .isEqualTo(expected.ends());
    }
  }
}
