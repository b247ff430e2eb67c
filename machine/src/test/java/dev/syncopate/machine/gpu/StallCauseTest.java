package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a warp waited for is counted under its cause, not that of the next instruction. */
class StallCauseTest {
  private static final String LOAD = "ld.global.u32 %r4, [%l0];\n";

  private static long stalled(String cause, String body) {
    return Probe.of(kernel(body), 1, 32).run().statistics().getOrDefault("stall." + cause, -1L);
  }

  @Test
  void theWaitForAValueInFrontOfAReleaseIsMemorys() {
    String release = LOAD + "st.release.gpu.global.u32 [%l1], %r4;\nld.global.u32 %r4, [%l1];";
    String separateRelease =
        LOAD
            + "add.u32 %r4, %r4, 1;\nst.release.gpu.global.u32 [%l1], %r4;\nld.global.u32 %r4, [%l1];";
    assertThat(stalled("memory", release))
        .isGreaterThan(100)
        .isEqualTo(stalled("memory", separateRelease));
    assertThat(stalled("fence", release)).isPositive().isEqualTo(stalled("fence", separateRelease));
  }

  @Test
  void theWaitForAValueInFrontOfABarrierIsMemorys() {
    assertThat(stalled("memory", LOAD + "bar.sync %r4;")).isGreaterThan(100);
    assertThat(stalled("barrier", LOAD + "bar.sync %r4;")).isLessThan(50);
  }

  @Test
  void theWaitForAValueInFrontOfASleepIsMemorys() {
    assertThat(stalled("memory", LOAD + "nanosleep.u32 %r4;")).isGreaterThan(100);
  }
}
