package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeterminismTest {
  /** Atomics, shared memory, barriers, divergence and printing in one kernel. */
  private static final String MIXED =
      TestGpu.kernel(
          ".param .u64 out",
          ".shared .align 4 .b8 buffer[512];\n"
              + Snippets.PROLOGUE
              + Snippets.IDS
              + """
              mov.u32 %r5, buffer;
              and.b32 %r6, %r2, 60;
              add.u32 %r6, %r5, %r6;
              atom.shared.add.u32 %r7, [%r6], %r1;
              bar.sync 0;
              mul.lo.u32 %r8, %r2, 7;
              and.b32 %r8, %r8, 31;
              LOOP:
              setp.eq.u32 %p1, %r8, 0;
              @%p1 bra DONE;
              and.b32 %r9, %r8, 15;
              mul.wide.u32 %rd2, %r9, 4;
              add.u64 %rd3, %rd1, %rd2;
              atom.global.add.u32 %r10, [%rd3], %r8;
              sub.u32 %r8, %r8, 1;
              bra LOOP;
              DONE:
              ld.shared.u32 %r11, [%r6];
              add.u32 %r3, %r10, %r11;
              add.u64 %rd1, %rd1, 256;
              """
              + Snippets.STORE);

  private record Result(KernelRun run, int[] memory) {}

  private static Result run(int threads, String placement, String divergence, int gpus) {
    TestGpu gpu =
        new TestGpu(
            TestGpu.machine(
                "core.units=3",
                "core.placement=" + placement,
                "core.divergence=" + divergence,
                "system.gpus=" + gpus),
            threads);
    long out = gpu.allocate(256 + 4 * 20 * 96);
    gpu.run(MIXED, 20, 96, out);
    KernelRun run = gpu.run(MIXED, 20, 96, out);
    return new Result(run, gpu.readInts(out, 64 + 20 * 96));
  }

  @ParameterizedTest
  @CsvSource({
    "static,its,1",
    "dynamic,its,1",
    "static,ipdom,1",
    "dynamic,ipdom,1",
    "static,its,3",
    "dynamic,its,3"
  })
  void runsAreAlikeOnAnyNumberOfThreads(String placement, String divergence, int gpus) {
    Result first = run(1, placement, divergence, gpus);
    assertThat(first.run().outcome()).as(first.run().report()).isEqualTo(LaunchOutcome.DONE);
    for (int threads = 1; threads <= 3; threads++) {
      Result again = run(threads, placement, divergence, gpus);
      assertThat(again.run().cycles()).as("%d threads", threads).isEqualTo(first.run().cycles());
      assertThat(again.run().statistics()).isEqualTo(first.run().statistics());
      assertThat(again.memory()).isEqualTo(first.memory());
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void theEarliestFaultIsReportedWhicheverThreadMeetsIt(int threads) {
    TestGpu gpu = new TestGpu(TestGpu.machine("core.units=4"), threads);
    KernelRun run = gpu.run(Snippets.each("mov.u32 %r3, 0;\ntrap;\n"), 8, 64, gpu.allocate(4096));
    assertThat(run.report()).contains("CTA (0,0,0), thread (0,0,0)");
  }
}
