package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** {@code pmevent} is counted, and the cycles between a CTA's first and its last. */
class PerformanceEventTest {
  private static final int WARPS = 2;

  /** So many dependent additions between two events. */
  private static KernelRun run(int additions, int ctas, String guard) {
    TestGpu gpu = TestGpu.with();
    String body =
        """
        setp.lt.u32 %p1, %r1, 4096;
        mov.u32 %r3, 0;
        bar.sync 0;
        GUARD pmevent 0;
        """
                .replace("GUARD", guard)
            + "add.u32 %r3, %r3, %r1;\n".repeat(additions)
            + guard
            + " pmevent.mask 3;\n";
    long out = gpu.allocate(4L * ctas * 32 * WARPS);
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE),
            ctas,
            32 * WARPS,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run;
  }

  private static long counted(KernelRun run, String name) {
    return Objects.requireNonNull(run.statistics().get(name), name);
  }

  @Test
  void eventsAreCountedOnceForAWarpAndTheirCyclesOnceForACta() {
    int latency = TestGpu.machine().core().integerLatency();
    KernelRun shortRun = run(10, 1, "");
    KernelRun longRun = run(20, 1, "");
    assertThat(counted(shortRun, "events.warp")).isEqualTo(2 * WARPS);
    assertThat(counted(shortRun, "events.cycles")).isGreaterThanOrEqualTo(10L * latency);
    assertThat(counted(longRun, "events.cycles") - counted(shortRun, "events.cycles"))
        .as("ten more additions, the fetch of two lines of instructions included")
        .isBetween(10L * latency, 10L * latency + longRun.cycles() - shortRun.cycles());
    assertThat(counted(longRun, "events.cycles")).isLessThan(longRun.cycles());
    assertThat(counted(run(10, 3, ""), "events.cycles"))
        .as("the sum of three CTAs")
        .isBetween(2 * counted(shortRun, "events.cycles"), 4 * counted(shortRun, "events.cycles"));
  }

  @Test
  void anEventWhoseGuardHoldsForNoLaneIsNone() {
    KernelRun run = run(10, 1, "@!%p1");
    assertThat(counted(run, "events.warp")).isZero();
    assertThat(counted(run, "events.cycles")).isZero();
  }
}
