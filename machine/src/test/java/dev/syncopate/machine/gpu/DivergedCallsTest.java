package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.device.Printed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** printf, malloc, mbarriers and asynchronous copies of lanes that went apart or disagree. */
class DivergedCallsTest {
  private static final String PRINT =
      """
      .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
      .global .align 1 .b8 pair[7] = {37, 100, 46, 37, 100, 10, 0};
      .global .align 1 .b8 word[4] = {37, 115, 10, 0};
      .global .align 1 .b8 plain[3] = {45, 10, 0};
      """;

  private static final String CALL =
      """
      {
      .param .b64 p0;
      .param .b64 p1;
      .param .b32 q0;
      st.param.b64 [p0], %rd5;
      st.param.b64 [p1], %rd3;
      call.uni (q0), vprintf, (p0, p1);
      ld.param.b32 %r9, [q0];
      }
      """;

  private static final String STACK =
      """
      .local .align 8 .b8 stack[16];
      mov.u64 %rd2, stack;
      cvta.local.u64 %rd3, %rd2;
      """;

  private static TestGpu gpu(String divergence, int width) {
    return TestGpu.with(
        "core.divergence=" + divergence, "core.warpWidth=" + width, "core.maxWarps=8");
  }

  private static KernelRun done(KernelRun run) {
    assertThat(run.outcome()).as(run.report()).isEqualTo(Outcome.DONE);
    return run;
  }

  private static String text(KernelRun run) {
    return run.printed().stream().map(Printed::text).collect(Collectors.joining());
  }

  /** Each thread prints as often as its number says: its lines come in its own order. */
  @ParameterizedTest
  @CsvSource({"its,32", "ipdom,32", "its,64", "ipdom,64"})
  void aThreadsLinesComeInItsOrder(String divergence, int width) {
    TestGpu gpu = gpu(divergence, width);
    String body =
        STACK
            + """
            mov.u64 %rd4, pair;
            cvta.global.u64 %rd5, %rd4;
            and.b32 %r4, %r1, 3;
            mov.u32 %r5, 0;
            LOOP:
            st.local.u32 [%rd2], %r1;
            st.local.u32 [%rd2+4], %r5;
            """
            + CALL
            + """
            add.u32 %r5, %r5, 1;
            setp.le.u32 %p1, %r5, %r4;
            @%p1 bra LOOP;
            """;
    String ptx =
        TestGpu.module(
            PRINT, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    List<String> lines = text(done(gpu.run(ptx, 1, 70, gpu.allocate(512)))).lines().toList();
    Map<String, List<Integer>> byThread = new HashMap<>();
    for (String line : lines) {
      String[] parts = line.split("\\.", -1);
      byThread.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(Integer.parseInt(parts[1]));
    }
    for (int thread = 0; thread < 70; thread++) {
      assertThat(byThread.get(Integer.toString(thread)))
          .as("thread %d", thread)
          .containsExactlyElementsOf(List.of(0, 1, 2, 3).subList(0, (thread & 3) + 1));
    }
  }

  /** Lanes of one call with formats that want nothing, numbers, and strings. */
  @Test
  void lanesOfOneCallMayHaveDifferentFormats() {
    TestGpu gpu = gpu("its", 32);
    String body =
        STACK
            + """
            rem.u32 %r4, %r1, 3;
            setp.eq.u32 %p1, %r4, 1;
            setp.eq.u32 %p2, %r4, 2;
            mov.u64 %rd4, plain;
            mov.u64 %rd6, pair;
            mov.u64 %rd7, word;
            selp.b64 %rd4, %rd6, %rd4, %p1;
            selp.b64 %rd4, %rd7, %rd4, %p2;
            cvta.global.u64 %rd5, %rd4;
            mul.lo.u32 %r5, %r1, 10;
            st.local.u32 [%rd2], %r1;
            st.local.u32 [%rd2+4], %r5;
            cvta.global.u64 %rd8, plain;
            setp.ne.u32 %p3, %r4, 2;
            @%p3 bra PRINT;
            st.local.u64 [%rd2], %rd8;
            PRINT:
            """
            + CALL;
    String ptx =
        TestGpu.module(
            PRINT, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 32; i++) {
      expected.append(
          switch (i % 3) {
            case 0 -> "-\n";
            case 1 -> i + "." + 10 * i + "\n";
            default -> "-\n\n";
          });
    }
    assertThat(text(done(gpu.run(ptx, 1, 32, gpu.allocate(512))))).isEqualTo(expected.toString());
  }

  /** One side prints while the other waits at a barrier that another warp completes meanwhile. */
  @Test
  void aBarrierThatOpensDoesNotDisturbAPrintingSide() {
    TestGpu gpu = gpu("its", 32);
    String body =
        STACK
            + """
            mov.u64 %rd4, pair;
            cvta.global.u64 %rd5, %rd4;
            mov.u32 %r5, 7;
            st.local.u32 [%rd2], %r1;
            st.local.u32 [%rd2+4], %r5;
            setp.ge.u32 %p1, %r1, 32;
            @%p1 bra SECOND;
            setp.lt.u32 %p2, %r1, 16;
            @%p2 bra WAITS;
            """
            + CALL
            + "bar.sync 1, 64;\nbra OUT;\nWAITS:\nbar.sync 1, 64;\n"
            + CALL
            + "bra OUT;\nSECOND:\nbar.sync 1, 64;\n"
            + CALL
            + "OUT:\n";
    String ptx =
        TestGpu.module(
            PRINT, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    assertThat(text(done(gpu.run(ptx, 1, 64, gpu.allocate(512)))).lines())
        .hasSize(64)
        .doesNotHaveDuplicates();
  }

  private static final String HEAP =
      """
      .extern .func (.param .b64 r) malloc(.param .b64 s);
      .extern .func free(.param .b64 p);
      """;

  /**
   * Lanes on two sides allocate blocks of different sizes, fill them, and give every other one
   * back; those that come later get no block that is in use.
   */
  @ParameterizedTest
  @CsvSource({"its,1", "ipdom,1", "its,2"})
  void blocksOfLanesThatWentApartDoNotOverlap(String divergence, int threads) {
    TestGpu gpu =
        new TestGpu(TestGpu.machine("core.divergence=" + divergence, "core.maxWarps=8"), threads);
    String malloc =
        """
        {
        .param .b64 p0;
        .param .b64 q0;
        st.param.b64 [p0], %rd2;
        call.uni (q0), malloc, (p0);
        ld.param.b64 %rd3, [q0];
        }
        """;
    String body =
        """
        and.b32 %r4, %r1, 1;
        setp.eq.u32 %p1, %r4, 0;
        shl.b32 %r5, %r1, 3;
        add.u32 %r5, %r5, 8;
        cvt.u64.u32 %rd2, %r5;
        @%p1 bra EVEN;
        """
            + malloc
            + "st.u32 [%rd3], %r2;\nbra MEET;\nEVEN:\nmov.u64 %rd2, 24;\n"
            + malloc
            + """
            st.u32 [%rd3], %r2;
            setp.lt.u32 %p2, %r1, 20;
            @!%p2 bra MEET;
            {
            .param .b64 p0;
            st.param.b64 [p0], %rd3;
            call.uni free, (p0);
            }
            """
            + malloc
            + """
            st.u32 [%rd3], %r2;
            MEET:
            bar.sync 0;
            ld.u32 %r3, [%rd3];
            """;
    String ptx =
        TestGpu.module(
            HEAP, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    long out = gpu.allocate(4 * 256);
    done(gpu.run(ptx, 4, 64, out));
    int[] values = gpu.readInts(out, 256);
    for (int i = 0; i < 256; i++) {
      assertThat(values[i]).isEqualTo(i);
    }
  }

  private static final String SHARED =
      ".shared .align 16 .b8 buffer[2048];\n.shared .align 8 .b8 barrier[64];\n";

  private static int[] run(TestGpu gpu, String body) {
    long out = gpu.allocate(4 * 64);
    long in = gpu.ints(java.util.stream.IntStream.range(1000, 1512).toArray());
    String ptx =
        TestGpu.kernel(
            ".param .u64 out, .param .u64 in",
            SHARED + Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    done(gpu.run(ptx, 1, 64, out, in));
    return gpu.readInts(out, 64);
  }

  /** Each lane arrives at one of four mbarriers, with a count of its own, and waits for another. */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void lanesOfOneInstructionArriveAtTheirOwnMbarriers(String divergence) {
    int[] out =
        run(
            gpu(divergence, 32),
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

  /** Both sides of a branch wait at one mbarrier in loops of their own: neither may starve. */
  @Test
  void sidesOfABranchMeetAtAnMbarrier() {
    int[] out =
        run(
            gpu("its", 32),
            """
            mov.u32 %r10, barrier;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra READY;
            mbarrier.init.shared.b64 [%r10], 64;
            READY:
            bar.sync 0;
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
            gpu("its", 32),
            """
            mov.u32 %r10, barrier;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra READY;
            mbarrier.init.shared.b64 [%r10], 8;
            READY:
            bar.sync 0;
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
            gpu(divergence, 32),
            """
            ld.param.u64 %rd2, [in];
            mul.wide.u32 %rd3, %r1, 16;
            add.u64 %rd4, %rd2, %rd3;
            mov.u32 %r5, buffer;
            shl.b32 %r6, %r1, 4;
            add.u32 %r5, %r5, %r6;
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
            gpu("its", 32),
            """
            ld.param.u64 %rd2, [in];
            mul.wide.u32 %rd3, %r1, 16;
            add.u64 %rd4, %rd2, %rd3;
            mov.u32 %r5, buffer;
            shl.b32 %r6, %r1, 4;
            add.u32 %r5, %r5, %r6;
            mov.u32 %r10, barrier;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra READY;
            mbarrier.init.shared.b64 [%r10], 64;
            READY:
            bar.sync 0;
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
