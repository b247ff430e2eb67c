package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lanes that part where some leave, and lanes that wait for one that polls. */
class DivergedLanesTest {
  private static final String SHARED = ".shared .align 4 .b8 buffer[1024];\n";

  private static int[] run(TestGpu gpu, String body) {
    long out = gpu.allocate(4 * 128);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out", SHARED + Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    KernelRun run = gpu.run(ptx, 1, 128, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, 128);
  }

  private static TestGpu gpu(String divergence, int width) {
    return TestGpu.with(
        "core.divergence=" + divergence, "core.warpWidth=" + width, "core.maxWarps=8");
  }

  /** The two sides would otherwise come to the barrier one after the other. */
  @ParameterizedTest
  @CsvSource({"its,32", "ipdom,32", "its,64", "ipdom,64"})
  void lanesMeetBeforeABarrierThoughOneOfThemReturnsEarly(String divergence, int width) {
    for (String leave :
        new String[] {"@%p2 bra END;", "@%p2 ret;", "@%p2 bra STORES;", "@%p3 bra DEAD;"}) {
      int[] out =
          run(
              gpu(divergence, width),
              """
              mov.u32 %r5, buffer;
              shl.b32 %r6, %r1, 2;
              add.u32 %r7, %r5, %r6;
              and.b32 %r8, %r1, 1;
              setp.eq.u32 %p1, %r8, 0;
              setp.eq.u32 %p2, %r1, 3;
              setp.gt.u32 %p3, %r1, 1000;
              @%p1 bra EVEN;
              LEAVE
              mul.lo.u32 %r9, %r1, 2;
              bra MEET;
              EVEN:
              mul.lo.u32 %r9, %r1, 4;
              MEET:
              st.shared.u32 [%r7], %r9;
              bar.sync 0;
              xor.b32 %r10, %r6, 4;
              add.u32 %r10, %r5, %r10;
              ld.shared.u32 %r3, [%r10];
              bra LAST;
              DEAD:
              exit;
              STORES:
              st.shared.u32 [%r7], 7;
              END:
              ret;
              LAST:
              """
                  .replace("LEAVE", leave));
      boolean leaves = !leave.contains("DEAD");
      for (int i = 0; i < 128; i++) {
        if (i != 2 && !(leaves && i == 3)) {
          int partner = i ^ 1;
          assertThat(out[i])
              .as("%s, thread %d", leave, i)
              .isEqualTo(partner % 2 == 0 ? 4 * partner : 2 * partner);
        }
      }
    }
  }

  private static final String HALF_AT_THE_BARRIER =
      """
      setp.lt.u32 %p1, %r1, 16;
      @%p1 bar.sync 0;
      """;

  /** Lane 0 waits long for something; the others must not go on before it does. */
  @ParameterizedTest
  @CsvSource({"its,32", "ipdom,32", "its,64", "ipdom,64"})
  void lanesWaitForOneThatPollsWhatNoneOfThemHolds(String divergence, int width) {
    int[] out =
        run(
            gpu(divergence, width),
            """
            mov.u32 %r5, buffer;
            setp.ne.u32 %p1, %r1, 0;
            setp.ge.u32 %p2, %r1, 64;
            st.shared.u32 [%r5], 0;
            st.shared.u32 [%r5+4], 0;
            bar.sync 0;
            @%p2 bra WRITER;
            @%p1 bra MEET;
            POLL:
            ld.volatile.shared.u32 %r6, [%r5];
            setp.eq.u32 %p3, %r6, 0;
            @%p3 bra POLL;
            st.volatile.shared.u32 [%r5+4], 5;
            MEET:
            setp.ge.u32 %p4, %r1, 32;
            @%p4 bra OUT;
            ld.volatile.shared.u32 %r3, [%r5+4];
            bra OUT;
            WRITER:
            nanosleep.u32 20000;
            st.volatile.shared.u32 [%r5], 1;
            OUT:
            """);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).as("thread %d", i).isEqualTo(5);
    }
  }

  @Test
  void aLaneThatHoldsWhatAnotherPollsIsLetGoSoon() {
    TestGpu gpu = gpu("its", 32);
    long out = gpu.allocate(256);
    KernelRun run = gpu.run(SpinLock.PTX, 4, 64, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 2)).containsExactly(0, 4 * 64);
    assertThat(run.cycles()).isLessThan(600_000);
  }

  private static String strict(String divergence, String body) {
    TestGpu gpu = gpu(divergence, 32);
    long out = gpu.allocate(4 * 32);
    Launch launch =
        gpu.launch(Snippets.each(body), new int[] {1, 1, 1}, new int[] {32, 1, 1}, 0, out);
    return gpu.gpu.launch(TestGpu.strict(launch), LaunchWatch.DEFAULT).report();
  }

  @Test
  void aStrictLaunchStopsAtABarrierOfADivergedWarp() {
    assertThat(strict("ipdom", HALF_AT_THE_BARRIER))
        .contains(
            "a diverged warp is at a barrier: lanes 0xffff0000 are not here, and with"
                + " ipdom the whole warp counts as arrived");
    assertThat(strict("its", HALF_AT_THE_BARRIER)).doesNotContain("barrier: lanes");
  }

  @Test
  void aStrictLaunchDoesNotMindLanesThatOnlyLeave() {
    assertThat(
            strict(
                "ipdom",
                "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra END;\nbar.sync 0;\nmov.u32 %r3, 1;\nbra"
                    + " ON;\nEND:\nret;\nON:\n"))
        .doesNotContain("barrier: lanes");
  }

  @ParameterizedTest
  @CsvSource({"its", "ipdom"})
  void aStrictLaunchStopsAtAShuffleFromALaneThatTakesNoPart(String divergence) {
    assertThat(
            strict(
                divergence,
                """
                setp.ge.u32 %p1, %r1, 8;
                @%p1 bra OUT;
                shfl.sync.down.b32 %r3, %r1, 4, 31, 255;
                OUT:
                """))
        .contains("lane 4 reads lane 8, which takes no part in the shuffle");
    assertThat(strict(divergence, "shfl.sync.idx.b32 %r3, %r1, 0, 31, 0x7fffffff;"))
        .contains("lane 31 is not among the lanes that it names, 0x7fffffff");
  }

  /** A stack lets the whole warp arrive at once, which can only be at one of them. */
  @Test
  void aStrictLaunchStopsWhereLanesOfALockstepWarpNameDifferentBarriers() {
    String different = "and.b32 %r4, %r1, 1;\nbarrier.sync %r4;\n";
    assertThat(strict("ipdom", different))
        .contains(
            "thread (1,0,0): lanes of a warp name different barriers or counts, and with ipdom");
    assertThat(strict("its", different)).doesNotContain("different barriers");
  }
}
