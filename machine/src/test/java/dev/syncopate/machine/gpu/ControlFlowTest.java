package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlFlowTest {
  private static int[] run(TestGpu gpu, String body, int ctas, int threads) {
    long out = gpu.allocate(4L * ctas * threads);
    KernelRun run = gpu.run(Snippets.each(body), ctas, threads, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, ctas * threads);
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void sidesOfABranchRunForTheirLanesOnly(String divergence) {
    int[] out =
        run(
            TestGpu.with("core.divergence=" + divergence),
            """
            and.b32 %r4, %r1, 3;
            setp.eq.u32 %p1, %r4, 1;
            @%p1 bra LEFT;
            mul.lo.u32 %r3, %r1, 10;
            bra JOIN;
            LEFT:
            add.u32 %r3, %r1, 1000;
            JOIN:
            add.u32 %r3, %r3, 1;
            """,
            3,
            70);
    for (int i = 0; i < out.length; i++) {
      int tid = i % 70;
      assertThat(out[i]).as("thread %d", i).isEqualTo((tid % 4 == 1 ? tid + 1000 : 10 * tid) + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void everyLaneLoopsAsOftenAsItWants(String divergence) {
    int[] out =
        run(
            TestGpu.with("core.divergence=" + divergence),
            """
            mov.u32 %r3, 0;
            mov.u32 %r4, %r1;
            LOOP:
            add.u32 %r3, %r3, %r4;
            setp.eq.u32 %p1, %r4, 0;
            @%p1 bra DONE;
            sub.u32 %r4, %r4, 1;
            bra LOOP;
            DONE:
            """,
            2,
            64);
    for (int i = 0; i < out.length; i++) {
      int tid = i % 64;
      assertThat(out[i]).isEqualTo(tid * (tid + 1) / 2);
    }
  }

  @Test
  void predicatedInstructionsActWhereTheGuardHolds() {
    int[] out =
        run(
            TestGpu.with(),
            """
            mov.u32 %r3, 7;
            setp.lt.u32 %p1, %r1, 10;
            @%p1 mov.u32 %r3, 1;
            @!%p1 add.u32 %r3, %r3, 1;
            setp.eq.u32 %p2, %r1, 20;
            @%p2 ret;
            """,
            1,
            32);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).isEqualTo(i < 10 ? 1 : i == 20 ? 0 : 8);
    }
  }

  @Test
  void anIndexedBranchGoesToItsLabel() {
    int[] out =
        run(
            TestGpu.with(),
            """
            and.b32 %r4, %r1, 3;
            ts: .branchtargets A, B, C, B;
            brx.idx %r4, ts;
            A:
            mov.u32 %r3, 100;
            bra JOIN;
            B:
            mov.u32 %r3, 200;
            bra JOIN;
            C:
            mov.u32 %r3, 300;
            JOIN:
            add.u32 %r3, %r3, %r1;
            """,
            1,
            32);
    int[] expected = {100, 200, 300, 200};
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).isEqualTo(expected[i % 4] + i);
    }
  }

  /** Without reconvergence between the two, the second half would never see its turn. */
  @Test
  void aSpinLockTakenByEveryLaneOfAWarpMakesProgressWithIndependentThreads() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(256);
    KernelRun run = gpu.run(SpinLock.PTX, 4, 64, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 2)).containsExactly(0, 4 * 64);
  }

  @Test
  void warpsOfSixtyFourLanesWork() {
    int[] out =
        run(
            TestGpu.with("core.warpWidth=64", "core.maxWarps=8"),
            """
            mov.u32 %r4, %laneid;
            setp.lt.u32 %p1, %r4, 40;
            @%p1 bra LOW;
            add.u32 %r3, %r4, 500;
            bra JOIN;
            LOW:
            mov.u32 %r3, %r4;
            JOIN:
            """,
            2,
            100);
    for (int i = 0; i < out.length; i++) {
      int lane = i % 100 % 64;
      assertThat(out[i]).isEqualTo(lane < 40 ? lane : lane + 500);
    }
  }

  @Test
  void functionsReturnToTheirCallers() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 64);
    String function =
        """
        .func (.param .b32 r) twice(.param .b32 a)
        {
        .reg .b32 %r<4>;
        .reg .pred %p<2>;
        ld.param.u32 %r1, [a];
        setp.gt.u32 %p1, %r1, 20;
        @%p1 bra BIG;
        add.u32 %r2, %r1, %r1;
        st.param.b32 [r], %r2;
        ret;
        BIG:
        mov.u32 %r2, 1;
        st.param.b32 [r], %r2;
        ret;
        }
        """;
    String body =
        """
        {
        .param .b32 p0;
        .param .b32 q0;
        st.param.b32 [p0], %r1;
        call.uni (q0), twice, (p0);
        ld.param.b32 %r3, [q0];
        }
        {
        .param .b32 p0;
        .param .b32 q0;
        st.param.b32 [p0], %r3;
        call.uni (q0), twice, (p0);
        ld.param.b32 %r4, [q0];
        }
        mad.lo.s32 %r3, %r4, 1000, %r3;
        """;
    KernelRun run =
        gpu.run(
            TestGpu.module(
                function,
                ".param .u64 out",
                Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE),
            1,
            64,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] values = gpu.readInts(out, 64);
    for (int i = 0; i < 64; i++) {
      int once = i > 20 ? 1 : 2 * i;
      int twice = once > 20 ? 1 : 2 * once;
      assertThat(values[i]).isEqualTo(1000 * twice + once);
    }
  }
}
