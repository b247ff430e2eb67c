package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BarrierTest {
  private static final String SHARED = ".shared .align 4 .b8 buffer[1024];\n";

  private static int[] run(TestGpu gpu, String body, int ctas, int threads) {
    long out = gpu.allocate(4L * ctas * threads);
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out",
                SHARED + Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE),
            ctas,
            threads,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, ctas * threads);
  }

  /** Each thread reads what the thread that is the last one's mirror image wrote. */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void threadsSeeWhatOthersWroteBeforeTheBarrier(String divergence) {
    int[] out =
        run(
            TestGpu.with("core.divergence=" + divergence),
            """
            mov.u32 %r5, buffer;
            shl.b32 %r6, %r1, 2;
            add.u32 %r6, %r5, %r6;
            mul.lo.u32 %r7, %r1, 3;
            st.shared.u32 [%r6], %r7;
            bar.sync 0;
            sub.u32 %r8, 199, %r1;
            shl.b32 %r8, %r8, 2;
            add.u32 %r8, %r5, %r8;
            ld.shared.u32 %r3, [%r8];
            """,
            2,
            200);
    for (int i = 0; i < 400; i++) {
      assertThat(out[i]).isEqualTo(3 * (199 - i % 200));
    }
  }

  @Test
  void threadsThatHaveExitedAreNotAwaited() {
    int[] out =
        run(
            TestGpu.with(),
            """
            and.b32 %r4, %r1, 1;
            setp.eq.u32 %p1, %r4, 1;
            @%p1 ret;
            setp.ge.u32 %p2, %r1, 96;
            @%p2 ret;
            bar.sync 0;
            mov.u32 %r3, 5;
            """,
            1,
            128);
    for (int i = 0; i < 128; i++) {
      assertThat(out[i]).isEqualTo(i < 96 && i % 2 == 0 ? 5 : 0);
    }
  }

  /** Threads that exit while others already wait. */
  @Test
  void anExitReleasesThoseWhoWaitForNobodyElse() {
    int[] out =
        run(
            TestGpu.with(),
            """
            setp.ge.u32 %p1, %r1, 32;
            @%p1 bra LATE;
            bar.sync 0;
            mov.u32 %r3, 9;
            bra OUT;
            LATE:
            nanosleep.u32 2000;
            ret;
            OUT:
            """,
            1,
            64);
    assertThat(out[0]).isEqualTo(9);
    assertThat(out[40]).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void warpsAtDifferentInstructionsOfOneBarrierMeet(String divergence) {
    int[] out =
        run(
            TestGpu.with("core.divergence=" + divergence),
            """
            setp.ge.u32 %p1, %r1, 32;
            @%p1 bra SECOND;
            bar.sync 3;
            mov.u32 %r3, 1;
            bra OUT;
            SECOND:
            bar.sync 3;
            mov.u32 %r3, 2;
            OUT:
            """,
            1,
            64);
    assertThat(out[0]).isEqualTo(1);
    assertThat(out[63]).isEqualTo(2);
  }

  /** Lanes of one warp at different barrier instructions: they count lane by lane. */
  @Test
  void lanesOfAWarpThatWentApartMeetAtOneBarrier() {
    int[] out =
        run(
            TestGpu.with(),
            """
            and.b32 %r4, %r1, 1;
            setp.eq.u32 %p1, %r4, 1;
            @%p1 bra ODD;
            bar.sync 0;
            mov.u32 %r3, 10;
            bra OUT;
            ODD:
            bar.sync 0;
            mov.u32 %r3, 11;
            OUT:
            """,
            1,
            64);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo(10 + i % 2);
    }
  }

  /** A producer warp arrives without waiting; a consumer warp of 16 threads waits for both. */
  @Test
  void arrivalsCountInWholeWarpsWhereACountIsGiven() {
    int[] out =
        run(
            TestGpu.with(),
            """
            mov.u32 %r5, buffer;
            setp.ge.u32 %p1, %r1, 32;
            @%p1 bra CONSUMER;
            nanosleep.u32 500;
            st.shared.u32 [%r5], 77;
            bar.arrive 1, 64;
            mov.u32 %r3, 1;
            bra OUT;
            CONSUMER:
            bar.sync 1, 64;
            ld.shared.u32 %r3, [%r5];
            OUT:
            """,
            1,
            48);
    assertThat(out[0]).isEqualTo(1);
    assertThat(out[32]).isEqualTo(77);
    assertThat(out[47]).isEqualTo(77);
  }

  /** The partial warp counts as a whole one though a third warp is still elsewhere. */
  @Test
  void aPartialWarpCountsAsAWholeOneWhereACountIsGiven() {
    int[] out =
        run(
            TestGpu.with(),
            """
            setp.lt.u32 %p1, %r1, 32;
            @%p1 bra LAST;
            bar.sync 1, 64;
            LAST:
            bar.sync 2, 96;
            mov.u32 %r3, 3;
            """,
            1,
            80);
    assertThat(out).containsOnly(3);
  }

  /**
   * Cycles from before to behind an instruction, with a load in flight that no instruction waits
   * for.
   */
  private static int cyclesOf(String instruction) {
    return run(
        TestGpu.with(),
        """
        ld.global.u32 %r9, [%rd1];
        mov.u64 %rd3, %clock64;
        INSTRUCTION
        mov.u64 %rd4, %clock64;
        sub.u64 %rd4, %rd4, %rd3;
        cvt.u32.u64 %r3, %rd4;
        and.b32 %r9, %r9, 0;
        add.u32 %r3, %r3, %r9;
        """
            .replace("INSTRUCTION", instruction),
        1,
        32)[0];
  }

  @Test
  void aBarrierWaitsForTheWarpsLoads() {
    assertThat(cyclesOf("bar.sync 0;")).isGreaterThan(cyclesOf("") + 100);
  }

  @Test
  void sharedMemoryIsNotTouchedPastAFence() {
    String store = "mov.u32 %r8, buffer;\nst.shared.u32 [%r8], %r1;";
    assertThat(cyclesOf("fence.acq_rel.gpu;\n" + store)).isGreaterThan(cyclesOf(store) + 100);
  }

  @Test
  void aFenceDoesNotStopArithmetic() {
    assertThat(cyclesOf("fence.acq_rel.gpu;\nadd.u32 %r8, %r1, 1;"))
        .isLessThan(cyclesOf("add.u32 %r8, %r1, 1;") + 50);
  }

  @Test
  void barriersReducePredicates() {
    int[] out =
        run(
            TestGpu.with(),
            """
            setp.lt.u32 %p1, %r1, 70;
            bar.red.popc.u32 %r3, 0, %p1;
            bar.red.and.pred %p2, 0, %p1;
            bar.red.or.pred %p3, 0, %p1;
            selp.u32 %r4, 1000, 0, %p2;
            selp.u32 %r5, 2000, 0, %p3;
            add.u32 %r3, %r3, %r4;
            add.u32 %r3, %r3, %r5;
            """,
            1,
            100);
    assertThat(out).containsOnly(2070);
  }

  @Test
  void aBarrierWaitsForTheWarpsStores() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 256);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out",
            Snippets.PROLOGUE
                + Snippets.IDS
                + """
                shl.b32 %r4, %r1, 2;
                cvt.u64.u32 %rd2, %r4;
                add.u64 %rd3, %rd1, %rd2;
                st.global.u32 [%rd3], %r1;
                bar.sync 0;
                xor.b32 %r5, %r4, 252;
                cvt.u64.u32 %rd4, %r5;
                add.u64 %rd5, %rd1, %rd4;
                ld.global.u32 %r3, [%rd5];
                bar.sync 0;
                """
                + Snippets.STORE);
    assertThat(gpu.run(ptx, 1, 64, out).outcome()).isEqualTo(LaunchOutcome.DONE);
    int[] values = gpu.readInts(out, 64);
    for (int i = 0; i < 64; i++) {
      assertThat(values[i]).isEqualTo(63 - i);
    }
  }

  @Test
  void aBarrierThatDoesNotExistIsAFault() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 32);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out", Snippets.PROLOGUE + "mov.u32 %r4, 16;\nbar.sync %r4;\nret;");
    KernelRun run = gpu.run(ptx, 1, 32, out);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .contains(
            "kernel k, CTA (0,0,0), thread (0,0,0): there is no barrier 16: a CTA has 0 to 15");
  }

  /**
   * With a reconvergence stack the whole warp counts when some of its lanes arrive; those that wait
   * for them elsewhere have no say in what a barrier computes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void lanesThatDoNotExecuteABarrierHaveNoSay(String divergence) {
    int[] out =
        run(
            TestGpu.with("core.divergence=" + divergence),
            """
            mov.u32 %r3, 0;
            setp.eq.u32 %p1, %r1, 0;
            setp.eq.u32 %p2, %r1, 0;
            setp.ne.u32 %p3, %r1, 0;
            @%p1 bra END;
            bar.red.or.pred %p4, 0, %p2;
            selp.u32 %r3, 1, 0, %p4;
            bar.red.and.pred %p4, 0, %p3;
            selp.u32 %r4, 2, 0, %p4;
            bar.red.popc.u32 %r5, 0, %p2;
            mad.lo.u32 %r3, %r5, 4, %r3;
            add.u32 %r3, %r3, %r4;
            END:
            """,
            1,
            32);
    assertThat(out[0]).isZero();
    for (int i = 1; i < 32; i++) {
      assertThat(out[i]).as("thread %d", i).isEqualTo(2);
    }
  }

  /** Lanes of one warp that name different barriers arrive at their own, with their own results. */
  @Test
  void lanesOfAWarpMayComeToDifferentBarriers() {
    int[] out =
        run(
            TestGpu.with("core.divergence=its"),
            """
            and.b32 %r4, %r1, 3;
            mov.u32 %r5, 16;
            setp.lt.u32 %p1, %r1, 32;
            barrier.red.popc.u32 %r3, %r4, %r5, %p1;
            mad.lo.u32 %r3, %r4, 100, %r3;
            """,
            1,
            64);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).as("thread %d", i).isEqualTo(100 * (i & 3) + 8);
    }
  }

  private static KernelRun hang(String body, int threads) {
    TestGpu gpu = TestGpu.with();
    String ptx = TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body);
    return gpu.run(ptx, 1, threads, gpu.allocate(4L * threads));
  }

  /** Threads that have exited do not arrive at a barrier with a count. */
  @Test
  void aCountThatIsNotReachedIsAHang() {
    KernelRun run =
        hang(
            """
            setp.ge.u32 %p1, %r1, 64;
            @%p1 ret;
            bar.sync 1, 96;
            ret;
            """,
            96);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "cause: a barrier's count is never reached: in CTA (0,0,0) 64 of 96 threads have"
                + " arrived at barrier 1, and no thread is left that could; those that have exited"
                + " do not count\n");
  }

  /** A warp of which some lanes have exited counts as a whole one. */
  @Test
  void exitedLanesOfAWarpThatArrivesCountWithIt() {
    int[] out =
        run(
            TestGpu.with(),
            """
            and.b32 %r4, %r1, 1;
            setp.eq.u32 %p1, %r4, 1;
            @%p1 ret;
            bar.sync 1, 64;
            mov.u32 %r3, 5;
            """,
            1,
            64);
    assertThat(out[0]).isEqualTo(5);
    assertThat(out[1]).isZero();
    assertThat(out[62]).isEqualTo(5);
  }

  @Test
  void countsThatDifferAreAHang() {
    KernelRun run =
        hang(
            """
            setp.ge.u32 %p1, %r1, 32;
            @%p1 bra OTHER;
            bar.sync 1, 64;
            ret;
            OTHER:
            bar.sync 1, 32;
            ret;
            """,
            64);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report()).contains("cause: counts of a barrier differ: in CTA (0,0,0) threads");
  }

  /** A barrier for all that others arrive at with a count is complete when it is so by both. */
  @Test
  void aBarrierForAllWaitsForAllThoughACountIsReached() {
    int[] out =
        run(
            TestGpu.with(),
            """
            mov.u32 %r5, buffer;
            setp.ge.u32 %p1, %r1, 64;
            @%p1 bra LATE;
            setp.ge.u32 %p1, %r1, 32;
            @%p1 bra ALL;
            bar.arrive 1, 64;
            bra OUT;
            LATE:
            nanosleep.u32 2000;
            st.shared.u32 [%r5], 7;
            bar.arrive 1, 64;
            bra OUT;
            ALL:
            bar.sync 1;
            ld.shared.u32 %r3, [%r5];
            OUT:
            """,
            1,
            96);
    assertThat(out[32]).isEqualTo(7);
  }
}
