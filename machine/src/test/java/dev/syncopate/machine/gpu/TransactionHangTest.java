package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is said of transactions that cannot end. */
class TransactionHangTest {
  private static final LaunchWatch WATCH =
      new LaunchWatch(Long.MAX_VALUE, 20_000, progress -> true);

  /** The flag is written behind the transaction that waits for it. */
  private static KernelRun run(int threads) {
    return TestGpu.with()
        .watched(
            TestGpu.kernel(
                "",
                """
                .reg .b32 %r<4>;
                .reg .pred %p<2>;
                .shared .align 4 .b32 flag;
                tx.begin;
                SPIN:
                ld.shared.u32 %r2, [flag];
                setp.eq.u32 %p1, %r2, 0;
                @%p1 bra SPIN;
                tx.commit;
                st.shared.u32 [flag], 1;
                ret;
                """),
            1,
            threads,
            WATCH);
  }

  @Test
  void lanesThatHaveFailedWaitForTheOneThatHasTheWord() {
    KernelRun run = run(32);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "cause: deadlock: lane 0 of CTA (0,0,0) warp 0 keeps reading shared flag (the word is"
                + " 0), which lanes 1-31 would write at test.ptx:16; lanes 1-31 have failed in a"
                + " transaction, to begin again after lane 0\n",
            "transactions:\n"
                + "  CTA (0,0,0) warp 0: attempt 1; all lanes that have yet to commit run, now lane"
                + " 0; lane 1 failed last at shared flag, which warp 0 lane 0 had; lane 2 failed"
                + " last at shared flag, which warp 0 lane 0 had;")
        .contains("; and 27 more\n");
  }

  /** Who was given up waits for one that has committed and waits for it. */
  @Test
  void whoWasGivenUpIsNamed() {
    KernelRun run =
        TestGpu.with("tx.fallback=1", "core.divergence=ipdom")
            .watched(
                TestGpu.kernel(
                    "",
                    """
                    .reg .b32 %r<4>;
                    .reg .pred %p<2>;
                    .shared .align 4 .b32 flag;
                    .shared .align 4 .b32 word;
                    st.shared.u32 [flag], 0;
                    tx.begin;
                    mov.u32 %r1, %tx_failed;
                    setp.eq.u32 %p1, %r1, 0;
                    @%p1 bra INSIDE;
                    SPIN:
                    ld.shared.u32 %r2, [flag];
                    setp.eq.u32 %p1, %r2, 0;
                    @%p1 bra SPIN;
                    bra END;
                    INSIDE:
                    st.shared.u32 [word], 1;
                    END:
                    tx.commit;
                    st.shared.u32 [flag], 1;
                    ret;
                    """),
                1,
                4,
                WATCH);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "CTA (0,0,0) warp 0: attempt 2; lanes whose transaction was given up run outside of any;"
                + " the others wait, now lanes 1-3; lane 1 failed last at shared word");
  }

  /** A warp that has the CTA to itself waits for one that it keeps out. */
  @Test
  void whoWaitsAtTheBeginningIsToldWhoHasTheCta() {
    KernelRun run = run(64);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "warp 0 on cu0: lanes 0-31 wait at tx.begin for a transaction that has the CTA to"
                + " itself\n",
            "  ...CTA (0,0,0) warp 1 on cu0: lane 0 keeps reading shared flag",
            "warp 1: attempt 4; work-group serialisation: one lane runs, and no other wavefront"
                + " does, now lane 0");
  }
}
