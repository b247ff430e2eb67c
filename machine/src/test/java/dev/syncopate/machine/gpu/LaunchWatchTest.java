package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchWatchTest {
  /** Counts to ten thousand in every thread, storing each number. */
  private static final String COUNT =
      TestGpu.kernel(
          ".param .u64 out",
          Snippets.PROLOGUE
              + """
              mov.u32 %r1, 0;
              LOOP:
              add.u32 %r1, %r1, 1;
              st.global.u32 [%rd1], %r1;
              setp.lt.u32 %p1, %r1, 10000;
              @%p1 bra LOOP;
              ret;
              """);

  @Test
  void aLimitOfCyclesEndsTheLaunchWithItsStatistics() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.watched(COUNT, 1, 1, new LaunchWatch(1000, 0, progress -> true), gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.MAX_CYCLES);
    assertThat(run.cycles()).isBetween(900L, 1000L);
    assertThat(run.statistics().get("instructions.warp")).isPositive();
    assertThat(run.report()).isEmpty();
  }

  @Test
  void aListenerHearsAndMayEndTheLaunch() {
    TestGpu gpu = TestGpu.with();
    List<LaunchWatch.Progress> heard = new ArrayList<>();
    LaunchWatch watch =
        new LaunchWatch(
            Long.MAX_VALUE,
            0,
            progress -> {
              heard.add(progress);
              return heard.size() < 3;
            });
    KernelRun run = gpu.watched(COUNT, 4, 1, watch, gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.INTERRUPTED);
    assertThat(heard).hasSize(3);
    for (int i = 1; i < 3; i++) {
      assertThat(heard.get(i).cycle()).isGreaterThan(heard.get(i - 1).cycle());
      assertThat(heard.get(i).warpInstructions())
          .isGreaterThan(heard.get(i - 1).warpInstructions());
    }
    assertThat(heard.getLast().ctas()).isEqualTo(4);
    assertThat(heard.getLast().finishedCtas()).isZero();
    assertThat(gpu.gpu.progress()).isEqualTo(heard.getLast());
  }

  @Test
  void statisticsAreThoseOfTheLaunchAlone() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 64);
    String ptx = Snippets.each("mov.u32 %r3, 1;\n");
    KernelRun first = gpu.run(ptx, 1, 64, out);
    KernelRun second = gpu.run(ptx, 1, 64, out);
    assertThat(second.statistics().get("instructions.warp"))
        .isEqualTo(first.statistics().get("instructions.warp"));
    assertThat(second.statistics().get("ctas")).isEqualTo(1);
  }
}
