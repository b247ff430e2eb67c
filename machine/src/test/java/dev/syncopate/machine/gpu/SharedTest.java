package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SharedTest {
  private static final String SHARED = ".shared .align 8 .b8 buffer[4096];\n";

  private static KernelRun run(TestGpu gpu, String body, int ctas, int threads, long out) {
    return gpu.run(kernel(body), ctas, threads, out);
  }

  private static String kernel(String body) {
    return TestGpu.kernel(
        ".param .u64 out", SHARED + Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
  }

  private static KernelRun strided(int stride) {
    TestGpu gpu = TestGpu.with();
    return run(
        gpu,
        """
        mov.u32 %r5, buffer;
        mul.lo.u32 %r6, %r1, STRIDE;
        add.u32 %r6, %r5, %r6;
        st.shared.u32 [%r6], %r1;
        ld.shared.u32 %r3, [%r6];
        """
            .replace("STRIDE", Integer.toString(stride)),
        1,
        32,
        gpu.allocate(128));
  }

  @Test
  void conflictsCostCycles() {
    KernelRun free = strided(4);
    KernelRun twoWay = strided(8);
    KernelRun worst = strided(128);
    assertThat(free.statistics().get("shared.conflictCycles")).isZero();
    assertThat(twoWay.statistics().get("shared.conflictCycles")).isEqualTo(2);
    assertThat(worst.statistics().get("shared.conflictCycles")).isEqualTo(62);
    assertThat(worst.cycles()).isGreaterThan(twoWay.cycles() + 50);
    assertThat(worst.statistics().get("instructions.shared")).isEqualTo(2);
  }

  @Test
  void everyPassThroughTheBanksIsCounted() {
    assertThat(strided(4).statistics())
        .containsEntry("shared.reads", 1L)
        .containsEntry("shared.writes", 1L)
        .containsEntry("instructions.accessThread", 3 * 32L); // and the store of the result
    assertThat(strided(8).statistics())
        .containsEntry("shared.reads", 2L)
        .containsEntry("shared.writes", 2L);
  }

  @Test
  void everyCtaHasMemoryOfItsOwnThatStartsAtZero() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 64 * 64);
    KernelRun run =
        run(
            gpu,
            """
            mov.u32 %r5, buffer;
            shl.b32 %r6, %r1, 2;
            add.u32 %r6, %r5, %r6;
            ld.shared.u32 %r3, [%r6];
            add.u32 %r7, %r2, 1;
            st.shared.u32 [%r6], %r7;
            bar.sync 0;
            ld.shared.u32 %r8, [%r6];
            sub.u32 %r8, %r8, %r7;
            add.u32 %r3, %r3, %r8;
            """,
            64,
            64,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 64 * 64)).containsOnly(0);
  }

  @Test
  void atomicsHappenInLaneOrder() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 32);
    KernelRun run =
        run(
            gpu,
            """
            mov.u32 %r5, buffer;
            add.u32 %r6, %r1, 1;
            atom.shared.add.u32 %r3, [%r5], %r6;
            atom.shared.exch.b32 %r7, [%r5+4], %r1;
            setp.eq.u32 %p1, %r1, 0;
            @%p1 bra OUT;
            sub.u32 %r8, %r1, 1;
            sub.u32 %r7, %r7, %r8;
            add.u32 %r3, %r3, %r7;
            OUT:
            """,
            1,
            32,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] values = gpu.readInts(out, 32);
    for (int i = 0; i < 32; i++) {
      assertThat(values[i]).as("old sum in lane %d", i).isEqualTo(i * (i + 1) / 2);
    }
  }

  @Test
  void bytesAndSignsAndVectors() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 32);
    KernelRun run =
        run(
            gpu,
            """
            mov.u32 %r5, buffer;
            shl.b32 %r6, %r1, 3;
            add.u32 %r6, %r5, %r6;
            add.u32 %r7, %r1, 0xf0;
            st.shared.v2.u32 [%r6], {%r7, %r1};
            ld.shared.s8 %r8, [%r6];
            ld.shared.u16 %r9, [%r6];
            ld.shared.v2.u32 {%r10, %r11}, [%r6];
            add.u32 %r3, %r8, %r9;
            add.u32 %r3, %r3, %r11;
            """,
            1,
            32,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] values = gpu.readInts(out, 32);
    for (int i = 0; i < 32; i++) {
      assertThat(values[i]).isEqualTo((byte) (0xf0 + i) + (0xf0 + i) + i);
    }
  }

  @Test
  void anAddressBeyondTheCtasMemoryIsAFault() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        run(
            gpu,
            "mov.u32 %r5, buffer;\nld.shared.u32 %r3, [%r5+5120];\n",
            1,
            32,
            gpu.allocate(128));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .contains(
            "CTA (0,0,0), thread (0,0,0): shared address 0x1400 is beyond the CTA's 4096 bytes");
  }

  /** As on hardware, which keeps a KiB more for each CTA: it is the CTA's own, and holds data. */
  @Test
  void aWordBehindTheCtasMemoryIsItsOwnUnlessStrict() {
    String past =
        """
        mov.u32 %r5, buffer;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 st.shared.u32 [%r5+4096], %r30;
        @%p1 st.shared.u32 [%r5+5116], %r30;
        bar.sync 0;
        ld.shared.u32 %r3, [%r5+4096];
        ld.shared.u32 %r4, [%r5+5116];
        add.u32 %r3, %r3, %r4;
        """;
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 32 * 8);
    KernelRun run = run(gpu, past, 8, 32, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] values = gpu.readInts(out, 32 * 8);
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).as("thread %d", i).isEqualTo(2 * (i / 32));
    }
    TestGpu exact = TestGpu.with();
    Launch strict =
        TestGpu.strict(
            exact.launch(
                kernel(past), new int[] {1, 1, 1}, new int[] {32, 1, 1}, 0, exact.allocate(128)));
    KernelRun stopped = exact.gpu.launch(strict, LaunchWatch.DEFAULT);
    assertThat(stopped.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(stopped.report()).contains("shared address 0x1000 is beyond the CTA's 4096 bytes");
  }

  @Test
  void dynamicSharedMemoryFollowsTheStatic() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 32);
    String ptx =
        TestGpu.module(
            ".extern .shared .align 16 .b8 dynamic[];\n",
            ".param .u64 out",
            ".shared .align 4 .b8 fixed[64];\n"
                + Snippets.PROLOGUE
                + Snippets.IDS
                + """
                mov.u32 %r5, fixed;
                mov.u32 %r6, dynamic;
                st.shared.u32 [%r5], 1;
                st.shared.u32 [%r6+1020], 2;
                ld.shared.u32 %r3, [%r5];
                mov.u32 %r7, %dynamic_smem_size;
                add.u32 %r3, %r3, %r7;
                """
                + Snippets.STORE);
    int[] ones = {1, 1, 1};
    KernelRun run = gpu.run(ptx, ones, new int[] {32, 1, 1}, 1024, LaunchWatch.DEFAULT, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 32)).containsOnly(1025);
  }
}
