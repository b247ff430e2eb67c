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
  void theExplorerRunsThemAndTheirModelJudges() {
    Shell.Result explored = Shell.run("explore", "store-fenced", "--config", "tiny");
    assertThat(explored.code()).as("%s", explored).isZero();
    assertThat(explored.out())
        .contains("P0:r0=1")
        .contains("model ptx-9-async: allows all that was observed");
    Shell.Result wrong =
        Shell.run("explore", "store-fenced", "--config", "tiny", "--mutant", "fence-lands-nothing");
    assertThat(wrong.code()).as("%s", wrong).isEqualTo(1);
    assertThat(wrong.out())
        .contains("model ptx-9-async FORBIDS P0:r0=0")
        .contains("P0 issues fence.proxy.async.shared::cta");
    assertThat(Shell.run("verify", "load-wait", "--protocol", "async").out())
        .containsPattern("async × gpu → ptx-9-async +1 +1 ");
    assertThat(Shell.run("verify", "load-wait", "--protocol", "gpu").err())
        .contains("nothing was verified");
  }

  @Test
  void theExplorerReadsTensorMapsByTheirOwnProxy() {
    assertThat(Shell.run("explore", "peer-copy", "--config", "tiny").out())
        .contains("allows all that was observed");
    assertThat(Shell.run("explore", "map-again-fenced", "--config", "tiny").out())
        .contains("P0:r1=2")
        .contains("allows all that was observed");
    Shell.Result unacquired =
        Shell.run("explore", "map-again-unacquired", "--config", "tiny", "--schedules");
    assertThat(unacquired.out())
        .contains("P0:r1=1")
        .contains("the copy unit reads the map of cp.async.bulk.tensor.1d")
        .contains("fence.release.gpu, of fence.proxy.tensormap::generic.release.gpu")
        .contains("the test has a race");
    Shell.Result wrong =
        Shell.run(
            "explore", "map-again-fenced", "--config", "tiny", "--mutant", "map-fence-keeps-map");
    assertThat(wrong.code()).as("%s", wrong).isEqualTo(1);
    assertThat(wrong.out()).contains("model ptx-9-async FORBIDS P0:r1=1");
  }

  @Test
  void mutantsAreFoundByName() {
    assertThat(Shell.run("mutants", "--protocol", "async", "--list").out())
        .startsWith(
            "async\n  completion-before-bytes: the mbarrier of a bulk copy counts its bytes");
    Shell.Result result =
        Shell.run("explore", "load-wait", "--config", "tiny", "--mutant", "phase-ends-never");
    assertThat(result.err()).contains("no mutant 'phase-ends-never'");
  }

  @Test
  void whatIsNotJudgedIsRefusedByName() {
    Shell.Result ends = Shell.run("model", "load-wait", "--ends");
    assertThat(ends.out() + ends.err())
        .contains("termination is not judged of tests with asynchronous operations");
  }
}
