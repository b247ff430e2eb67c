package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Litmus tests with asynchronous operations as commands take them. */
class AsynchronousTest {
  @Test
  void theyAreJudgedByTheModelThatKnowsThem() {
    Shell.Result result = Shell.run("model", "load-wait", "--witness", "none");
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out()).containsPattern("ptx-9-async\n");
    result = Shell.run("model", "load-wait", "--model", "ptx");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out())
        .contains("ptx: the model says nothing of asynchronous operations; ptx-9-async does");
  }

  @Test
  void aTableTellsRacesFromWhatIsUndefined() {
    assertThat(Shell.run("model", "store-unfenced", "load-no-wait", "load-wait").out())
        .containsPattern("store-unfenced +yes \\(racy\\)")
        .containsPattern("load-no-wait +yes \\(undefined: access-in-flight\\)")
        .containsPattern("load-wait +no");
  }

  @Test
  void anExecutionShowsThePartsOfCopies() {
    assertThat(Shell.run("model", "load-relaxed-wait").out())
        .contains("arrive.expect_tx.release.cta m")
        .contains("issues")
        .contains("R.async.weak g=1")
        .contains("W.async.weak x=1")
        .contains("completes.release.cluster m")
        .contains("try_wait.parity.relaxed.cta m=done");
  }

  @Test
  void theListHasThem() {
    assertThat(Shell.run("model", "--list").out())
        .contains(
            "  ptx-9-async-writer    PTX memory model, ISA 9, asynchronous: fence by the writer")
        .containsPattern("tests on asynchronous operations:\n  load-wait\n");
  }

  @Test
  void noMachineRunsThem() {
    String problem = "a test with asynchronous operations, which `model` alone judges";
    assertThat(Shell.run("explore", "load-wait").err()).contains(problem);
    assertThat(Shell.run("verify", "load-wait").err()).contains(problem);
    Shell.Result ends = Shell.run("model", "load-wait", "--ends");
    assertThat(ends.out() + ends.err())
        .contains("termination is not judged of tests with asynchronous operations");
  }
}
