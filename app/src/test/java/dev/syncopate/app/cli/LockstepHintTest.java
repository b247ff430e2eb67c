package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A failed run says so when its code may have counted on lanes in lockstep. */
class LockstepHintTest {
  private static final String HINT =
      """
      note: in 1 warp of lockstep one side of a branch ran on before the other side met it (its)
        Code for lockstep warps needs __syncwarp() there; --check races names the place
        unless the accesses are volatile.
        --divergence ipdom runs warps in lockstep.
      """;

  @Test
  void aWrongAnswerOfWarpsThatRanOutOfStepIsExplained() {
    Shell.Result result = launch("lockstep", "--expect=0[0..63]=1");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).isEqualTo(HINT);
  }

  @Test
  void bothWaysThatItNamesWork() {
    assertThat(launch("lockstep", "--expect=0[0..63]=1", "--divergence=ipdom").code()).isZero();
    assertThat(launch("lockstep_right", "--expect=0[0..63]=1").code()).isZero();
    assertThat(launch("lockstep", "--check=races").out())
        .contains("nothing orders these threads of one warp: __syncwarp() between the two would");
  }

  @Test
  void nothingIsSaidWhereLockstepWouldChangeNothingOrNothingFails() {
    assertThat(launch("lockstep").err()).isEmpty();
    assertThat(launch("lockstep", "--expect=0[0..63]=7", "--divergence=ipdom").err()).isEmpty();
    assertThat(launch("lockstep", "--expect=0[0..63]=1", "--quiet").err()).isEmpty();
  }

  private static Shell.Result launch(String kernel, String... extraOptions) {
    List<String> arguments = new ArrayList<>();
    String file = Checkout.launcher().resolveSibling("examples/divergence/lockstep.ptx").toString();
    Collections.addAll(arguments, "launch", file, "--kernel=" + kernel, "--grid=2", "--block=32");
    Collections.addAll(arguments, "--arg=u32[65]=zero");
    Collections.addAll(arguments, extraOptions);
    return Shell.run(arguments.toArray(String[]::new));
  }
}
