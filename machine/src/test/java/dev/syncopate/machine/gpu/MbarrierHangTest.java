package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who owes what to an mbarrier for which threads wait in vain. */
class MbarrierHangTest {
  private static final LaunchWatch WATCH =
      new LaunchWatch(Long.MAX_VALUE, 20_000, progress -> true);

  /** One warp; the object expects two arrivals. */
  private static String cause(String body) {
    KernelRun run =
        TestGpu.with()
            .watched(
                TestGpu.kernel(
                    "",
                    """
                    .reg .b32 %r<4>;
                    .reg .b64 %rd<4>;
                    .reg .pred %p<4>;
                    .shared .align 8 .b64 object;
                    mov.u32 %r1, %tid.x;
                    setp.eq.u32 %p1, %r1, 0;
                    @%p1 mbarrier.init.shared.b64 [object], 2;
                    bar.sync 0;
                    """
                        + body
                        + """
                        SPIN:
                        mbarrier.try_wait.parity.shared.b64 %p2, [object], 0;
                        @!%p2 bra SPIN;
                        setp.eq.u32 %p3, %r1, 40;
                        @%p3 mbarrier.arrive.shared.b64 _, [object];
                        @%p3 mbarrier.complete_tx.shared.b64 [object], 16;
                        ret;
                        """),
                1,
                32,
                WATCH);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    return run.report().lines().skip(1).findFirst().orElseThrow();
  }

  @Test
  void arrivalsAreOwed() {
    assertThat(cause("@%p1 mbarrier.arrive.shared.b64 _, [object];\n"))
        .isEqualTo(
            "cause: an mbarrier is never completed: lanes 0-31 of CTA (0,0,0) warp 0 keep reading"
                + " shared object, an mbarrier that waits for 1 of 2 arrivals, which no thread that"
                + " is left will arrive at (the kernel does at test.ptx:15, test.ptx:20)");
  }

  @Test
  void bytesAreOwed() {
    String body =
        """
        @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [object], 48;
        @%p1 mbarrier.complete_tx.shared.b64 [object], 32;
        @%p1 mbarrier.arrive.shared.b64 _, [object];
        """;
    assertThat(cause(body))
        .isEqualTo(
            "cause: an mbarrier is never completed: lanes 0-31 of CTA (0,0,0) warp 0 keep reading"
                + " shared object, an mbarrier that waits for 0 of 2 arrivals and 16 bytes of"
                + " transactions: all have arrived, and the bytes do not come; the kernel expects"
                + " bytes at test.ptx:15; it completes bytes at test.ptx:16, test.ptx:23, where no"
                + " thread that is left comes");
  }

  /** The other lanes wait for those that would arrive, or would complete the bytes. */
  @Test
  void whoWouldArriveIsNamed() {
    String body =
        """
        @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [object], 16;
        @%p1 bra SPIN;
        bar.sync 1;
        mbarrier.arrive.shared.b64 _, [object];
        mbarrier.complete_tx.shared.b64 [object], 16;
        """;
    assertThat(cause(body))
        .contains(
            "lane 0 keeps reading shared object, an mbarrier that waits for 1"
                + " of 2 arrivals and 16 bytes of transactions, for which lanes 1-31 would arrive at"
                + " test.ptx:18");
    String arrived =
        body.replace(
            "@%p1 bra SPIN;", "@%p1 mbarrier.arrive.shared.b64 _, [object];\n@%p1 bra SPIN;");
    assertThat(cause(arrived))
        .contains(", for which lanes 1-31 would complete bytes at test.ptx:20");
  }
}
