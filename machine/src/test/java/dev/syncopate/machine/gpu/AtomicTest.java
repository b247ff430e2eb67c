package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AtomicTest {
  @Test
  void everyThreadOfTheGridGetsATicketOfItsOwn() {
    TestGpu gpu = TestGpu.with();
    long counter = gpu.ints(0);
    long out = gpu.allocate(4 * 500);
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out, .param .u64 counter",
                Snippets.PROLOGUE
                    + Snippets.IDS
                    + "ld.param.u64 %rd2, [counter];\n"
                    + "atom.global.add.u32 %r3, [%rd2], 1;\n"
                    + Snippets.STORE),
            5,
            100,
            out,
            counter);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] tickets = gpu.readInts(out, 500);
    Arrays.sort(tickets);
    for (int i = 0; i < 500; i++) {
      assertThat(tickets[i]).isEqualTo(i);
    }
    assertThat(gpu.readInts(counter, 1)).containsExactly(500);
    assertThat(run.statistics().get("instructions.atomicThread")).isEqualTo(500);
  }

  @Test
  void aResultThatNobodyUsesDelaysNothing() {
    TestGpu gpu = TestGpu.with();
    long counter = gpu.ints(0, 0);
    long out = gpu.allocate(4 * 32);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out, .param .u64 counter",
            Snippets.PROLOGUE
                + Snippets.IDS
                + "ld.param.u64 %rd2, [counter];\n"
                + "red.global.add.u32 [%rd2], 2;\n"
                + "mov.u64 %rd3, %clock64;\n"
                + "atom.global.max.u32 %r9, [%rd2+4], %r1;\n"
                + "mov.u64 %rd4, %clock64;\n"
                + "sub.u64 %rd4, %rd4, %rd3;\n"
                + "cvt.u32.u64 %r3, %rd4;\n"
                + Snippets.STORE);
    assertThat(gpu.run(ptx, 1, 32, out, counter).outcome()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(counter, 2)).containsExactly(64, 31);
    assertThat(gpu.readInts(out, 1)[0]).isLessThan(40);
  }
}
