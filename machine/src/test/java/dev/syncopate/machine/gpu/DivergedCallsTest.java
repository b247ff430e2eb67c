package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.device.PrintedText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** printf and malloc of lanes that went apart or disagree. */
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

  private static final String PAIR =
      """
      mov.u64 %rd4, pair;
      cvta.global.u64 %rd5, %rd4;
      """;

  private static TestGpu gpu(String divergence, int width) {
    return TestGpu.with(
        "core.divergence=" + divergence, "core.warpWidth=" + width, "core.maxWarps=8");
  }

  private static KernelRun done(KernelRun run) {
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run;
  }

  private static String module(String outside, String body) {
    return TestGpu.module(
        outside, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
  }

  /** What the threads of one CTA print. */
  private static String printed(TestGpu gpu, String body, int threads) {
    KernelRun run = done(gpu.run(module(PRINT, body), 1, threads, gpu.allocate(512)));
    return run.printed().stream().map(PrintedText::text).collect(Collectors.joining());
  }

  /** Each thread prints as often as its number says: its lines come in its own order. */
  @ParameterizedTest
  @CsvSource({"its,32", "ipdom,32", "its,64", "ipdom,64"})
  void aThreadsLinesComeInItsOrder(String divergence, int width) {
    String body =
        STACK
            + PAIR
            + """
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
    List<String> lines = printed(gpu(divergence, width), body, 70).lines().toList();
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
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 32; i++) {
      expected.append(
          switch (i % 3) {
            case 0 -> "-\n";
            case 1 -> i + "." + 10 * i + "\n";
            default -> "-\n\n";
          });
    }
    assertThat(printed(gpu("its", 32), body, 32)).isEqualTo(expected.toString());
  }

  /** One side prints while the other waits at a barrier that another warp completes meanwhile. */
  @Test
  void aBarrierThatOpensDoesNotDisturbAPrintingSide() {
    String body =
        STACK
            + PAIR
            + """
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
    assertThat(printed(gpu("its", 32), body, 64).lines()).hasSize(64).doesNotHaveDuplicates();
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
    String ptx = module(HEAP, body);
    long out = gpu.allocate(4 * 256);
    done(gpu.run(ptx, 4, 64, out));
    int[] values = gpu.readInts(out, 256);
    for (int i = 0; i < 256; i++) {
      assertThat(values[i]).isEqualTo(i);
    }
  }
}
