package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code stress} as typed. */
class StressTest {
  @Test
  void itSaysHowMuchWasRightAndWhatNeverHappened() {
    Shell.Result result =
        Shell.run("stress", "--protocol", "brsp", "--operations", "300", "--machine", "loose-tiny");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .containsPattern(
            "brsp under hrf: \\d+ programs with \\d+ operations are right, seeds 1 to \\d+; .*"
                + " operations/s\n")
        .containsPattern("transitions: \\d+ of \\d+ listed pairs happened; not L[12] ");
  }

  @Test
  void everyTransitionCanBeListed() {
    assertThat(
            Shell.run(
                    "stress",
                    "--protocol",
                    "gpu",
                    "--model",
                    "drf0",
                    "--operations",
                    "1",
                    "--transitions")
                .out())
        .containsPattern("\n +\\d+  L1 INVALID MISS\n");
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThat(Shell.run("stress", "--protocol", "gpu", "--operations", "0"))
        .satisfies(result -> assertThat(result.code()).isEqualTo(2))
        .satisfies(result ->
            assertThat(result.err()).contains("--operations must be at least 1, found 0"));
    assertThat(Shell.run("stress", "--protocol", "moesi").err()).contains("moesi", "gpu, brsp");
    assertThat(Shell.run("stress", "--protocol", "gpu", "--machine", "big").err())
        .contains("no machine is called 'big'; there are loose-tiny");
  }

  @Test
  void theHelpListsTheMachines() {
    assertThat(Shell.run("stress", "--help").out())
        .contains("loose-two-gpus   two GPUs with tiny caches under .sys");
  }
}
