package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpecialRegisterTest {
  private static String storing(String register) {
    return TestGpu.kernel(
        ".param .u64 out",
        Snippets.PROLOGUE
            + """
            mov.u32 %r1, %tid.x;
            mov.u32 %r2, %tid.y;
            mov.u32 %r3, %tid.z;
            mov.u32 %r4, %ntid.x;
            mov.u32 %r5, %ntid.y;
            mad.lo.u32 %r6, %r3, %r5, %r2;
            mad.lo.u32 %r6, %r6, %r4, %r1;
            mov.u32 %r7, %ctaid.x;
            mov.u32 %r8, %ctaid.y;
            mov.u32 %r9, %ctaid.z;
            mov.u32 %r10, %nctaid.x;
            mov.u32 %r11, %nctaid.y;
            mad.lo.u32 %r12, %r9, %r11, %r8;
            mad.lo.u32 %r12, %r12, %r10, %r7;
            mov.u32 %r13, %ntid.z;
            mul.lo.u32 %r14, %r4, %r5;
            mul.lo.u32 %r14, %r14, %r13;
            mad.lo.u32 %r2, %r12, %r14, %r6;
            mov.u32 %r3, REGISTER;
            """
                .replace("REGISTER", register)
            + Snippets.STORE);
  }

  private static int[] read(String register, String... settings) {
    TestGpu gpu = TestGpu.with(settings);
    int[] grid = {3, 2, 2};
    int[] block = {5, 4, 3};
    long out = gpu.allocate(4 * 12 * 60);
    KernelRun run = gpu.run(storing(register), grid, block, 0, LaunchWatch.DEFAULT, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, 12 * 60);
  }

  @Test
  void threadsAndCtasAreNumberedXFirst() {
    int[] tidX = read("%tid.x");
    int[] tidY = read("%tid.y");
    int[] tidZ = read("%tid.z");
    int[] ctaX = read("%ctaid.x");
    int[] ctaY = read("%ctaid.y");
    int[] ctaZ = read("%ctaid.z");
    for (int i = 0; i < 720; i++) {
      int thread = i % 60;
      int cta = i / 60;
      assertThat(tidX[i]).isEqualTo(thread % 5);
      assertThat(tidY[i]).isEqualTo(thread / 5 % 4);
      assertThat(tidZ[i]).isEqualTo(thread / 20);
      assertThat(ctaX[i]).isEqualTo(cta % 3);
      assertThat(ctaY[i]).isEqualTo(cta / 3 % 2);
      assertThat(ctaZ[i]).isEqualTo(cta / 6);
    }
  }

  @Test
  void lanesAndTheirMasks() {
    int[] lane = read("%laneid");
    int[] equal = read("%lanemask_eq");
    int[] below = read("%lanemask_lt");
    int[] upTo = read("%lanemask_le");
    int[] greaterEqualMasks = read("%lanemask_ge");
    int[] above = read("%lanemask_gt");
    for (int i = 0; i < 720; i++) {
      int l = i % 60 % 32;
      assertThat(lane[i]).isEqualTo(l);
      assertThat(equal[i]).isEqualTo(1 << l);
      assertThat(below[i]).isEqualTo((1 << l) - 1);
      assertThat(upTo[i]).isEqualTo((1 << l) - 1 | 1 << l);
      assertThat(greaterEqualMasks[i]).isEqualTo(-1 << l);
      assertThat(above[i]).isEqualTo(l == 31 ? 0 : -1 << (l + 1));
    }
  }

  @Test
  void staticPlacementPutsCtaIOnUnitIModN() {
    int[] unit = read("%smid");
    for (int i = 0; i < 720; i++) {
      assertThat(unit[i]).isEqualTo(i / 60 % 2);
    }
    assertThat(read("%nsmid")).containsOnly(2);
  }

  @Test
  void dynamicPlacementRunsEveryCtaSomewhere() {
    int[] unit = read("%smid", "core.placement=dynamic");
    assertThat(unit).contains(0, 1);
    assertThat(read("%ctaid.x", "core.placement=dynamic")[719]).isEqualTo(2);
  }

  @Test
  void aClockCountsCyclesAndATimerNanoseconds() {
    TestGpu gpu = TestGpu.with("core.clock=2000MHz");
    long out = gpu.allocate(64);
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    mov.u64 %rd2, %clock64;
                    mov.u64 %rd3, %globaltimer;
                    nanosleep.u32 1000;
                    mov.u64 %rd4, %clock64;
                    mov.u64 %rd5, %globaltimer;
                    sub.s64 %rd6, %rd4, %rd2;
                    sub.s64 %rd7, %rd5, %rd3;
                    st.global.u64 [%rd1], %rd6;
                    st.global.u64 [%rd1+8], %rd7;
                    ret;
                    """),
            1,
            1,
            out);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.DONE);
    long[] times = gpu.readLongs(out, 2);
    assertThat(times[0]).as("1000 ns at 2 GHz").isBetween(2000L, 2400L);
    assertThat(times[1]).isBetween(1000L, 1200L);
    assertThat(run.statistics().get("stall.sleep")).isGreaterThanOrEqualTo(1990L);
  }
}
