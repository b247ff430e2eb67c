package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An mbarrier object is initialised before others use it, and used before it is made invalid. */
class MbarrierTest {
  /** Two warps arrive and wait; the first thread initialises and, at the end, invalidates. */
  private static String body(String behindInit, String beforeInval) {
    return """
      @%%p2 mbarrier.init.shared.b64 [tile+512], 64;
      %s
      mbarrier.arrive.shared.b64 %%rd5, [tile+512];
    WAIT:
      mbarrier.test_wait.parity.shared.b64 %%p4, [tile+512], 0;
      @!%%p4 bra WAIT;
      %s
      @%%p2 mbarrier.inval.shared.b64 [tile+512];
    """
        .formatted(behindInit, beforeInval);
  }

  @Test
  void withBarriersOnBothSidesNothingIsFound() {
    assertThat(Kernels.check(2, 64, body("bar.sync 0;", "bar.sync 0;"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bar.warp.sync -1;", "membar.cta; bar.warp.sync -1;"})
  void anObjectThatAnotherWarpMayUseBeforeItsInitIsARace(String middle) {
    List<Finding> findings = Kernels.check(1, 64, body(middle, "bar.sync 0;"));
    assertThat(Kernels.pairs(findings)).containsExactly("1-3", "1-5");
    assertThat(findings.getFirst().title()).isEqualTo("data race on shared tile[64]");
    assertThat(findings.getFirst().details().get(0))
        .startsWith("mbarrier.init at")
        .contains("CTA (0,0,0), thread (0,0,0)");
    assertThat(findings.getFirst().details().get(1))
        .startsWith("mbarrier.arrive at")
        .contains("thread (32,0,0)");
    assertThat(findings.getFirst().details().get(2)).contains("__syncthreads() between the two");
  }

  @Test
  void lanesOfTheInitsOwnWarpRaceWithoutABarrierOfTheWarp() {
    String body = body("", "bar.sync 0;").replace("512], 64", "512], 32");
    assertThat(Kernels.pairs(Kernels.check(1, 32, body))).containsExactly("1-3", "1-5");
  }

  @Test
  void anObjectThatIsInvalidBeforeOthersHaveWaitedIsARace() {
    List<Finding> findings = Kernels.check(1, 64, body("bar.sync 0;", ""));
    assertThat(Kernels.pairs(findings)).contains("5-8");
  }

  @Test
  void aCopysArrivalIsAUseToo() {
    String body =
        """
          @%p2 mbarrier.init.shared.b64 [tile+512], 64;
          bar.warp.sync -1;
          cp.async.mbarrier.arrive.noinc.shared.b64 [tile+512];
          bar.sync 0;
        """;
    assertThat(Kernels.pairs(Kernels.check(1, 64, body))).containsExactly("1-3");
    assertThat(Kernels.check(1, 64, body.replace("bar.warp.sync -1", "bar.sync 0"))).isEmpty();
  }

  @Test
  void anInitIsNoReleaseForWhoFindsThePhaseBeforeTheFirstOver() {
    String body =
        """
          setp.eq.u32 %p3, %r2, 32;
          @%p2 mbarrier.init.shared.b64 [tile+512], 1;
          bar.sync 0;
          @%p2 st.shared.u32 [%r3], 7;
          @%p2 mbarrier.init.shared.b64 [tile+512], 1;
          nanosleep.u32 4000;
          @%p3 mbarrier.test_wait.parity.shared.b64 %p4, [tile+512], 1;
          @%p3 ld.shared.u32 %r7, [%r3];
        """;
    assertThat(Kernels.pairs(Kernels.check(1, 64, body))).contains("4-8", "5-7");
  }

  /** Warp 0 writes and arrives, warp 1 waits and reads what it has written. */
  private static String handOver(String fence, String arrive, String wait, String suffix) {
    return """
      @%%p2 mbarrier.init.shared.b64 [tile+512], 32;
      bar.sync 0;
      setp.ge.u32 %%p3, %%r2, 32;
      @%%p3 bra READ;
      st.shared.u32 [%%r5], 7;
      %s
      mbarrier.arrive%s.shared.b64 %%rd5, [tile+512];
      bra END;
    READ:
      mbarrier.test_wait.parity%s.shared.b64 %%p4, [tile+512], 0;
      @!%%p4 bra READ;
      %s
      ld.shared.u32 %%r7, [%%r5+-128];
    END:
    """
        .formatted(fence, arrive, wait, suffix);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".release.cta", ".release.cluster", ".expect_tx"})
  void anArrivalReleasesByDefault(String arrive) {
    String body = handOver("", arrive, "", "");
    assertThat(
            Kernels.check(
                1,
                64,
                arrive.equals(".expect_tx")
                    ? body.replace("%rd5, [tile+512]", "%rd5, [tile+512], 0")
                    : body))
        .isEmpty();
  }

  @Test
  void aRelaxedArrivalReleasesNothing() {
    List<Finding> findings = Kernels.check(1, 64, handOver("", ".relaxed.cta", "", ""));
    assertThat(Kernels.pairs(findings)).containsExactly("5-13");
    assertThat(findings.getFirst().details().get(2))
        .matches(
            "the mbarrier.arrive.relaxed.cta at k.ptx:\\d+ needs release at cta scope, or a fence"
                + " before it");
    assertThat(Kernels.check(1, 64, handOver("fence.acq_rel.cta;", ".relaxed.cta", "", "")))
        .isEmpty();
  }

  @Test
  void aRelaxedWaitAcquiresNothing() {
    List<Finding> findings = Kernels.check(1, 64, handOver("", "", ".relaxed.cta", ""));
    assertThat(Kernels.pairs(findings)).containsExactly("5-13");
    assertThat(findings.getFirst().details().get(2))
        .matches(
            "the mbarrier.test_wait.relaxed.cta at k.ptx:\\d+ needs acquire at cta scope, or a"
                + " fence after it");
    assertThat(Kernels.check(1, 64, handOver("", "", ".relaxed.cta", "fence.acq_rel.cta;")))
        .isEmpty();
  }

  /** Warp 1 waits for phase 0 when warp 0 has arrived in phase 1 already, of two arrivals. */
  @Test
  void aWaitForAPhaseAcquiresNoLaterArrival() {
    String body =
        """
          @%p2 mbarrier.init.shared.b64 [tile+512], 2;
          bar.sync 0;
          @!%p2 bra OTHER;
          mbarrier.arrive.shared.b64 %rd5, [tile+512];
          mbarrier.arrive.shared.b64 %rd5, [tile+512];
          st.shared.u32 [tile], 7;
          mbarrier.arrive.shared.b64 %rd5, [tile+512];
          bra END;
        OTHER:
          setp.ne.u32 %p3, %r2, 32;
          @%p3 bra END;
          nanosleep.u32 4000;
        READ:
          mbarrier.test_wait.parity.shared.b64 %p4, [tile+512], 0;
          @!%p4 bra READ;
          ld.shared.u32 %r7, [tile];
        END:
        """;
    assertThat(Kernels.pairs(Kernels.check(1, 64, body))).containsExactly("6-16");
  }
}
