package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Lanes that come to one exchange by different calls, each side of a branch by its own. */
class ExchangeInCallsTest {
  private static int[] run(String function, String call) {
    TestGpu gpu = TestGpu.with("core.divergence=its");
    long out = gpu.allocate(4 * 32);
    String declared =
        """
        .func (.param .b32 r) f(.param .b32 a, .param .b32 m) {
        .reg .b32 %r<9>; .reg .pred %p<3>;
        ld.param.b32 %r1, [a];
        ld.param.b32 %r2, [m];
        """
            + function
            + "st.param.b32 [r], %r3;\nret;\n}";
    String sequence =
        """
        { .param .b32 p; .param .b32 q; .param .b32 v;
        st.param.b32 [p], %%r%d;
        st.param.b32 [q], %%r7;
        call (v), f, (p, q);
        ld.param.b32 %%r3, [v]; }
        """;
    KernelRun run =
        gpu.run(
            TestGpu.module(
                declared,
                ".param .u64 out",
                Snippets.PROLOGUE
                    + Snippets.IDS
                    + call
                    + "add.u32 %r5, %r1, 100;\n@%p1 bra ODD;\n"
                    + sequence.formatted(1)
                    + "bra.uni END;\nODD:\n"
                    + sequence.formatted(5)
                    + "END:\n"
                    + Snippets.STORE),
            1,
            32,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, 32);
  }

  private static final String ODD_LANES =
      "and.b32 %r6, %r1, 1;\nsetp.ne.u32 %p1, %r6, 0;\nmov.u32 %r7, -1;\n";

  /**
   * Also where the destination is the operand: no lane may read a value that another lane has
   * overwritten.
   */
  @Test
  void allLanesOfTheMaskExchangeWhereverTheyWereCalledFrom() {
    int[] out = run("shfl.sync.bfly.b32 %r1, %r1, 1, 31, %r2;\nmov.u32 %r3, %r1;\n", ODD_LANES);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).as("lane %d", i).isEqualTo((i ^ 1) + (i % 2 == 0 ? 100 : 0));
    }
    int[] sums = run("redux.sync.add.u32 %r3, %r1, %r2;\n", ODD_LANES);
    assertThat(sums).containsOnly(16 * 31 + 16 * 100);
  }

  /** Groups across both calls, of which each names its own lanes. */
  @Test
  void groupsExchangeWhereverTheyWereCalledFrom() {
    String halves =
        ODD_LANES + "setp.lt.u32 %p2, %r1, 16;\nselp.b32 %r7, 0x0000ffff, 0xffff0000, %p2;\n";
    int[] out = run("redux.sync.max.u32 %r3, %r1, %r2;\n", halves);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).as("lane %d", i).isEqualTo(i < 16 ? 115 : 131);
    }
  }
}
