package dev.syncopate.model.axiom.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.LitmusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no answer is never taken for one. */
class ModelAnswerTest {
  private static ModelAnswer answer(String rows) {
    LitmusTest test = LitmusTest.read("t", "PTX t {}\nP0@cta 0,gpu 0;\n" + rows);
    return ModelAnswer.of(test, ModelCatalog.named("sc"), 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "st.weak x, 1; filter x = 2 forall x = 1 ! the filter excludes every outcome",
        "LC00:; st.weak x, 1; goto LC00; forall x = 1 ! no execution ends with each instruction"
            + " executed up to 2 times: raise the bound",
        "bar.cta.sync 0, 0, 2; forall 0 = 0 ! no execution ends: threads wait forever at a"
            + " barrier",
        "LC00:; ld.weak r0, x; bne r0, 1, LC00; exists 0 == 0 ! no execution ends: a loop never"
            + " terminates",
        "LC00:; goto LC00; exists 0 == 0 ! no execution ends: a loop never terminates",
        "ld.weak r0, x; ld.weak r1, r0; exists 0:r1 = 0 ! P0: `ld.weak r1, r0`: r0 holds no"
            + " location's address in an execution that sc allows",
      })
  void withoutAnOutcomeThereIsNoVerdict(String rows, String problem) {
    ModelAnswer answer = answer(rows);
    assertThat(answer.problem()).isEqualTo(problem);
    assertThat(answer.findings()).isNull();
    assertThat(answer.verdict()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "exists x = 1,true", "exists x = 2,false", "~exists x = 1,false",
    "~exists x = 2,true", "forall x = 1,true", "forall x = 2,false"
  })
  void aVerdictAnswersTheQuestion(String question, boolean verdict) {
    assertThat(answer("st.weak x, 1; " + question).verdict()).isEqualTo(verdict);
  }

  @Test
  void moreEventsThanCanBeHandledAreRefused() {
    assertThat(answer("st.weak x, 1;".repeat(257) + "exists x = 1").problem())
        .isEqualTo("P0 has more than 256 events, the most that a model can judge");
    String loop = "LC00:;" + "st.weak x, 1;".repeat(200) + "ld.weak r0, y; beq r0, 1, LC00;";
    assertThat(answer(loop + "exists x = 1").problem())
        .isEqualTo(
            "P0 has more than 256 events with each instruction executed up to 2 times: lower the"
                + " bound");
  }

  @Test
  void aLongRowOfWritesIsJudged() {
    ModelAnswer answer = answer("st.weak x, 1;".repeat(200) + "st.weak x, 2; forall x = 2");
    assertThat(answer.problem()).isNull();
    assertThat(answer.verdict()).isTrue();
  }

  @Test
  void aValueThatIsComputedThroughTooManyInstructionsIsRefused() {
    assertThat(
            answer("ld.weak r0, x;" + "add r0, r0, r0;".repeat(5000) + "exists 0:r0 = 1").problem())
        .isEqualTo("P0 computes a value of what it read by more than 1,000 instructions");
  }

  @Test
  void moreWaysThroughTheThreadsThanCanBeTakenAreRefused() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      String label = "LC" + i;
      rows.append("ld.weak r0, x | ld.weak r0, x;");
      rows.append("beq r0, 0, %s | beq r0, 0, %s;".formatted(label, label));
      rows.append("%s: | %s:;".formatted(label, label));
    }
    LitmusTest test =
        LitmusTest.read(
            "t", "PTX t {}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0;\n" + rows + "exists x = 0");
    assertThat(ModelAnswer.of(test, ModelCatalog.named("sc"), 1).problem())
        .isEqualTo("the threads have more than 5,000,000 ways through their programs together");
  }
}
