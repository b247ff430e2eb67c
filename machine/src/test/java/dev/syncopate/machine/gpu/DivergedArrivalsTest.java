package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** mbarriers and asynchronous copies of lanes that went apart or disagree. */
class DivergedArrivalsTest {
  private static final String SHARED =
      ".shared .align 16 .b8 buffer[2048];\n.shared .align 8 .b8 barrier[64];\n";

  /** The thread's part of the input in {@code %rd4}, of the buffer in {@code %r5}. */
  private static final String SIXTEEN_BYTES =
      """
      ld.param.u64 %rd2, [in];
      mul.wide.u32 %rd3, %r1, 16;
      add.u64 %rd4, %rd2, %rd3;
      mov.u32 %r5, buffer;
      shl.b32 %r6, %r1, 4;
      add.u32 %r5, %r5, %r6;
      """;

  /** An mbarrier for so many arrivals, in {@code %r10}. */
  private static String mbarrier(int arrivals) {
    return """
    mov.u32 %%r10, barrier;
    setp.ne.u32 %%p1, %%r1, 0;
    @%%p1 bra READY;
    mbarrier.init.shared.b64 [%%r10], %d;
    READY:
    bar.sync 0;
    """
        .formatted(arrivals);
  }

  /** Of a CTA of 64 threads: what each has in {@code %r3}. */
  private static int[] run(String divergence, String body) {
    TestGpu gpu =
        TestGpu.with("core.divergence=" + divergence, "core.warpWidth=32", "core.maxWarps=8");
    long out = gpu.allocate(4 * 64);
    long input = gpu.ints(IntStream.range(1000, 1512).toArray());
    String ptx =
        TestGpu.kernel(
            ".param .u64 out, .param .u64 in",
            SHARED + Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    KernelRun run = gpu.run(ptx, 1, 64, out, input);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, 64);
  }

  /** Each lane arrives at one of four mbarriers, with a different count, and waits for another. */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void lanesOfOneInstructionArriveAtTheirOwnMbarriers(String divergence) {
    int[] out =
        run(
            divergence,
            """
            mov.u32 %r10, barrier;
            and.b32 %r4, %r1, 3;
            shl.b32 %r5, %r4, 3;
            add.u32 %r5, %r10, %r5;
            add.u32 %r6, %r4, 1;
            mul.lo.u32 %r7, %r6, 16;
            setp.ge.u32 %p1, %r1, 4;
            @%p1 bra READY;
            mbarrier.init.shared.b64 [%r5], %r7;
            READY:
            bar.sync 0;
            mbarrier.arrive.shared.b64 %rd5, [%r5], %r6;
            xor.b32 %r8, %r4, 3;
            shl.b32 %r8, %r8, 3;
            add.u32 %r8, %r10, %r8;
            WAIT:
            mbarrier.test_wait.parity.shared.b64 %p2, [%r8], 0;
            @!%p2 bra WAIT;
            mbarrier.pending_count.b64 %r3, %rd5;
            """);
    for (int i = 0; i < 64; i++) {
      int count = (i & 3) + 1;
      assertThat(out[i]).as("pending before thread %d", i).isEqualTo((16 - i / 4) * count);
    }
  }

  /** Both sides of a branch wait at one mbarrier in separate loops: neither may starve. */
  @Test
  void sidesOfABranchMeetAtAnMbarrier() {
    int[] out =
        run(
            "its",
            mbarrier(64)
                + """
                and.b32 %r4, %r1, 1;
                setp.eq.u32 %p1, %r4, 0;
                @%p1 bra EVEN;
                mbarrier.arrive.shared.b64 %rd5, [%r10];
                ODDWAIT:
                mbarrier.test_wait.shared.b64 %p2, [%r10], %rd5;
                @!%p2 bra ODDWAIT;
                mov.u32 %r3, 1;
                bra OUT;
                EVEN:
                mbarrier.arrive.shared.b64 %rd5, [%r10];
                EVENWAIT:
                mbarrier.try_wait.shared.b64 %p2, [%r10], %rd5;
                @!%p2 bra EVENWAIT;
                mov.u32 %r3, 2;
                OUT:
                """);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo(2 - (i & 1));
    }
  }

  /** More arrivals in one instruction than a phase expects belong to the phases that follow. */
  @Test
  void oneInstructionMayCompleteSeveralPhases() {
    int[] out =
        run(
            "its",
            mbarrier(8)
                + """
                setp.ge.u32 %p1, %r1, 32;
                @%p1 bra DONE;
                mbarrier.arrive.shared.b64 %rd5, [%r10];
                mbarrier.test_wait.shared.b64 %p2, [%r10], %rd5;
                selp.u32 %r3, 1, 0, %p2;
                DONE:
                """);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).isEqualTo(1);
    }
  }

  /** Lanes that commit different numbers of groups wait for their own. */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void groupsOfCopiesAreCountedLaneByLane(String divergence) {
    int[] out =
        run(
            divergence,
            SIXTEEN_BYTES
                + """
                cp.async.ca.shared.global [%r5], [%rd4], 4;
                cp.async.commit_group;
                and.b32 %r7, %r1, 1;
                setp.eq.u32 %p1, %r7, 0;
                @%p1 bra EVEN;
                cp.async.ca.shared.global [%r5+4], [%rd4+4], 4;
                cp.async.commit_group;
                cp.async.ca.shared.global [%r5], [%rd4+8], 4;
                cp.async.commit_group;
                cp.async.wait_group 0;
                bra MEET;
                EVEN:
                cp.async.wait_group 0;
                MEET:
                ld.shared.u32 %r3, [%r5];
                """);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo(1000 + 4 * i + (i % 2 == 0 ? 0 : 2));
    }
  }

  /** Lanes that have copied nothing arrive at once; the others when theirs have landed. */
  @Test
  void copiesOfSomeLanesCompleteAnMbarrierForAll() {
    int[] out =
        run(
            "its",
            SIXTEEN_BYTES
                + mbarrier(64)
                + """
                and.b32 %r7, %r1, 1;
                setp.eq.u32 %p1, %r7, 0;
                @%p1 bra EVEN;
                cp.async.ca.shared.global [%r5], [%rd4], 4;
                cp.async.mbarrier.arrive.noinc.shared.b64 [%r10];
                bra WAIT;
                EVEN:
                cp.async.mbarrier.arrive.shared.b64 [%r10];
                mbarrier.arrive.shared.b64 %rd5, [%r10];
                WAIT:
                mbarrier.test_wait.parity.shared.b64 %p2, [%r10], 0;
                @!%p2 bra WAIT;
                xor.b32 %r11, %r6, 16;
                mov.u32 %r12, buffer;
                add.u32 %r11, %r11, %r12;
                setp.ne.u32 %p3, %r7, 0;
                @%p3 bra OUT;
                ld.shared.u32 %r3, [%r11];
                OUT:
                """);
    for (int i = 0; i < 64; i += 2) {
      assertThat(out[i]).isEqualTo(1000 + 4 * (i + 1));
    }
  }
}
