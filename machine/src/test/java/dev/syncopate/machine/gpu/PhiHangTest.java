package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A line of updates that PHI can neither evict nor fetch (lab §V-E): nothing makes it wait forever,
 * so that memory which does not answer for longer than the watchdog is patient does.
 */
class PhiHangTest {
  private static final LaunchWatch WATCH = new LaunchWatch(Long.MAX_VALUE, 2_000, progress -> true);
  private static final String[] SLOW = {
    "dram.controllerLatency=10us", "l1.size=128B", "l1.ways=1", "core.units=1"
  };

  /**
   * A thread that adds to words of three lines and waits for that, and one that is busy for ever:
   * the watchdog looks when something happens.
   */
  private static final String THREE_LINES =
      TestGpu.kernel(
          ".param .u64 out",
          Snippets.PROLOGUE
              + Snippets.IDS
              + """
              mov.u32 %r2, 0;
              setp.ge.u32 %p1, %r1, 32;
              @%p1 bra BUSY;
              red.comm.gpu.global.add.u32 [%rd1], 1;
              red.comm.gpu.global.add.u32 [%rd1+128], 1;
              red.comm.gpu.global.add.u32 [%rd1+256], 1;
              membar.gl;
              ret;
              BUSY:
              add.u32 %r2, %r2, 1;
              bra BUSY;
              """);

  private static KernelRun run(String... settings) {
    String[] allSettings = Stream.of(SLOW, settings).flatMap(Stream::of).toArray(String[]::new);
    TestGpu gpu = new TestGpu(TestGpu.machine(allSettings), "phi", 1);
    return gpu.watched(THREE_LINES, 1, 33, WATCH, gpu.allocate(1024));
  }

  @Test
  void theReportNamesTheLineThatCannotBeFetched() {
    KernelRun run = run("mechanisms.phi.fetch=on-write", "l1.mshrs=1");
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains("in the memory system:\n")
        .contains(
            "  cu0 L1: an update of line 0x100000080 is refused: no MSHR is free to fetch it; 1"
                + " lines are in update mode\n");
  }

  @Test
  void theReportNamesTheLineForWhichNothingCanBeEvicted() {
    KernelRun run = run("mechanisms.phi.fetch=lazily-on-read", "l1.outstandingWrites=1");
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "  cu0 L1: an update of line 0x100000100 is refused: what it displaces cannot be sent,"
                + " too many writes are unanswered; 1 lines are in update mode\n");
  }
}
