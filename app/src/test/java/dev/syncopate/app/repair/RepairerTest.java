package dev.syncopate.app.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.extract.LineVerdict;
import dev.syncopate.app.extract.LineVerdict.Standing;
import org.junit.jupiter.api.Test;

/** Edits are called proved only where the model has judged a test of what they order. */
class RepairerTest {
  private static LineVerdict ofRun(int tests) {
    return new LineVerdict(Standing.PROVED, tests, "the model orders the accesses", null);
  }

  @Test
  void withoutAnyTestNothingIsProved() {
    LineVerdict verdict = Repairer.proof(/* judged= */ false, ofRun(0));
    assertThat(verdict.standing()).isEqualTo(Standing.NOT_DECIDED);
    assertThat(verdict.reason()).isEqualTo("the repaired run gave no test of the accesses");
  }

  @Test
  void testsOfTheRaceOrOfTheRepairedRunProve() {
    assertThat(Repairer.proof(/* judged= */ true, ofRun(0)).standing()).isEqualTo(Standing.PROVED);
    assertThat(Repairer.proof(/* judged= */ false, ofRun(2)).standing()).isEqualTo(Standing.PROVED);
  }
}
