package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges whose lanes name different lanes, or come from different places. */
class ExchangeGroupsTest {
  private static int[] run(String divergence, String functions, String body) {
    TestGpu gpu = TestGpu.with("core.divergence=" + divergence);
    long out = gpu.allocate(4 * 32);
    String ptx =
        TestGpu.module(
            functions, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    KernelRun run = gpu.run(ptx, 1, 32, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, 32);
  }

  /** {@code %r4} = the lanes that are equal to this one modulo four. */
  private static final String MASKS =
      """
      and.b32 %r5, %r1, 3;
      mov.u32 %r6, 0x11111111;
      shl.b32 %r4, %r6, %r5;
      """;

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void eachGroupGetsItsOwnResult(String divergence) {
    int[] out =
        run(
            divergence,
            "",
            MASKS
                + """
                add.u32 %r7, %r5, 28;
                shfl.sync.idx.b32 %r3, %r1, %r7, 31, %r4;
                redux.sync.add.u32 %r8, %r1, %r4;
                setp.ge.u32 %p1, %r1, 16;
                vote.sync.ballot.b32 %r9, %p1, %r4;
                popc.b32 %r10, %r9;
                match.any.sync.b32 %r11, %r1, %r4;
                popc.b32 %r12, %r11;
                elect.sync %r13|%p2, %r4;
                bar.warp.sync %r4;
                mad.lo.u32 %r3, %r8, 100, %r3;
                mad.lo.u32 %r3, %r10, 100000, %r3;
                mad.lo.u32 %r3, %r12, 1000000, %r3;
                mad.lo.u32 %r3, %r13, 10000000, %r3;
                """);
    for (int i = 0; i < 32; i++) {
      int group = i % 4;
      int sum = 8 * group + 4 * 28;
      assertThat(out[i])
          .as("lane %d", i)
          .isEqualTo(28 + group + 100 * sum + 400_000 + 1_000_000 + 10_000_000 * group);
    }
  }

  /** The even lanes are all here; the odd ones wait for those that take the long way. */
  @Test
  void aCompleteGroupGoesFirstAndAnIncompleteOneWaits() {
    int[] out =
        run(
            "its",
            "",
            """
            and.b32 %r5, %r1, 1;
            mov.u32 %r6, 0x55555555;
            shl.b32 %r4, %r6, %r5;
            and.b32 %r7, %r1, 3;
            setp.eq.u32 %p1, %r7, 3;
            add.u32 %r8, %r1, 100;
            @!%p1 bra SHORT;
            add.u32 %r8, %r8, 100;
            redux.sync.add.u32 %r3, %r8, %r4;
            bra OUT;
            SHORT:
            redux.sync.add.u32 %r3, %r8, %r4;
            OUT:
            """);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).as("lane %d", i).isEqualTo(i % 2 == 0 ? 1840 : 1856 + 800);
    }
  }

  /** The manual's rule: the same qualifiers and the same mask, not the same place. */
  @Test
  void oneExchangeMayStandInBothSidesOfABranch() {
    int[] out =
        run(
            "its",
            "",
            """
            setp.lt.u32 %p1, %r1, 16;
            @%p1 bra LOW;
            add.u32 %r4, %r1, 1000;
            shfl.sync.bfly.b32 %r3, %r4, 16, 31, -1;
            bra OUT;
            LOW:
            add.u32 %r5, %r1, 2000;
            shfl.sync.bfly.b32 %r3, %r5, 16, 31, -1;
            OUT:
            """);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).isEqualTo((i ^ 16) + ((i ^ 16) < 16 ? 2000 : 1000));
    }
  }

  @Test
  void guardedExchangesMeetTheirOppositeNumbers() {
    int[] out =
        run(
            "its",
            "",
            """
            setp.lt.u32 %p1, %r1, 16;
            @%p1 shfl.sync.bfly.b32 %r3, %r1, 16, 31, -1;
            @!%p1 shfl.sync.bfly.b32 %r3, %r1, 16, 31, -1;
            """);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).isEqualTo(i ^ 16);
    }
  }

  private static final String FUNCTION =
      """
      .func (.param .b32 r) seventh(.param .b32 a)
      {
      .reg .b32 %r<4>;
      ld.param.u32 %r1, [a];
      shfl.sync.idx.b32 %r2, %r1, 7, 31, -1;
      st.param.b32 [r], %r2;
      ret;
      }
      """;

  private static String call(String source, String target) {
    return """
    {
    .param .b32 p0;
    .param .b32 q0;
    st.param.b32 [p0], %s;
    call.uni (q0), seventh, (p0);
    ld.param.b32 %s, [q0];
    }
    """
        .formatted(source, target);
  }

  /** Two calls, two call chains, one instruction that names all lanes. */
  @Test
  void aFullExchangeInAFunctionWaitsForLanesOfOtherCalls() {
    int[] out =
        run(
            "its",
            FUNCTION,
            "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra LOW;\nadd.u32 %r4, %r1, 50;\n"
                + call("%r4", "%r3")
                + "bra OUT;\nLOW:\nadd.u32 %r4, %r1, 90;\n"
                + call("%r4", "%r3")
                + "OUT:\n");
    assertThat(out).containsOnly(97);
  }

  /** A loop left at different times, then a function: its lanes are one split again. */
  @Test
  void lanesThatEnteredAFunctionSeparatelyExchangeTogether() {
    int[] out =
        run(
            "its",
            FUNCTION,
            """
            and.b32 %r5, %r1, 7;
            mul.lo.u32 %r5, %r5, 40;
            mov.u32 %r6, 0;
            LOOP:
            setp.ge.u32 %p1, %r6, %r5;
            @%p1 bra DONE;
            ld.volatile.global.u32 %r7, [%rd1];
            add.u32 %r6, %r6, 1;
            setp.eq.u32 %p2, %r7, 0;
            @%p2 bra LOOP;
            DONE:
            add.u32 %r4, %r1, %r6;
            """
                + call("%r4", "%r3"));
    assertThat(out).containsOnly(7 + 280);
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void aLaneThatDoesNotTakePartGivesZero(String divergence) {
    int[] out =
        run(
            divergence,
            "",
            """
            setp.lt.u32 %p1, %r1, 8;
            mov.u32 %r3, 1;
            @!%p1 bra OUT;
            shfl.sync.down.b32 %r4, %r3, 4, 31, 255;
            add.u32 %r3, %r3, %r4;
            shfl.sync.down.b32 %r4, %r3, 30, 31, 255;
            add.u32 %r3, %r3, %r4;
            OUT:
            """);
    for (int i = 0; i < 32; i++) {
      // Lanes 2 to 7 are out of range of the second shuffle and keep their own value.
      int once = i < 4 ? 2 : 1;
      assertThat(out[i]).as("lane %d", i).isEqualTo(i >= 8 ? 1 : i < 2 ? once : 2 * once);
    }
  }
}
