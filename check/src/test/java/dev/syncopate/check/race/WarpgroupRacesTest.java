package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Products of warpgroups read shared memory by the async proxy, from their issue to the wait for
 * their group (PTX ISA, "wgmma.mma_async").
 */
class WarpgroupRacesTest {
  private static final String FENCE = "fence.proxy.async.shared::cta;";
  private static final String WAIT = "wgmma.wait_group.sync.aligned 0;";

  /** 64 threads fill the tile of B; a warpgroup multiplies it; 64 threads fill it again. */
  private static List<Finding> check(String fence, String barrier, String wait, String meeting) {
    return Kernels.check(
        1,
        128,
        """
        setp.lt.u32 %%p3, %%r2, 64;
        @%%p3 st.shared.u32 [%%r5], %%r2;
        %s
        %s
        mov.u64 %%rd5, 0x80000;
        wgmma.fence.sync.aligned;
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%%r8, %%r9, %%r10, %%r11}, {%%r12, %%r13, %%r14, %%r15}, %%rd5, 1, 1, 1, 0;
        wgmma.commit_group.sync.aligned;
        %s
        %s
        @%%p3 st.shared.u32 [%%r5], %%r1;
        """
            .formatted(fence, barrier, wait, meeting));
  }

  @Test
  void fencesAndWaitsOrder() {
    assertThat(check(FENCE, "bar.sync 0;", WAIT, "bar.sync 0;")).isEmpty();
    assertThat(check("", "bar.sync 0; " + FENCE, WAIT, "bar.sync 0;")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fence.proxy.async.global;", "fence.acq_rel.gpu;"})
  void anotherFenceDoesNot(String fence) {
    List<Finding> findings = check(fence, "bar.sync 0;", WAIT, "bar.sync 0;");
    assertThat(findings).hasSize(1);
    Finding race = findings.getFirst();
    assertThat(race.rule()).isEqualTo("race-proxy");
    assertThat(race.details().get(1)).startsWith("wgmma.mma_async at ");
    assertThat(race.details().get(2))
        .isEqualTo(
            "they are in order, but the weak store is by the generic proxy and the product by the"
                + " async proxy: fence.proxy.async.shared::cta behind the weak store, before the"
                + " synchronisation that leads to the product");
  }

  @Test
  void withoutABarrierNothingOrders() {
    List<Finding> findings = check(FENCE, "", WAIT, "bar.sync 0;");
    assertThat(findings.getFirst().rule()).isEqualTo("race");
    assertThat(findings.getFirst().details().get(2))
        .endsWith(
            "; and fence.proxy.async.shared::cta on the way, for the product is by the async proxy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "wgmma.wait_group.sync.aligned 1;"})
  void aTileIsInUseUntilItsGroupIsWaitedFor(String wait) {
    List<Finding> findings = check(FENCE, "bar.sync 0;", wait, "bar.sync 0;");
    assertThat(findings.getFirst().rule()).isEqualTo("race");
    assertThat(findings.getFirst().details().get(2))
        .isEqualTo(
            "the product may still be in flight: its warps must commit it to a group and wait by"
                + " wgmma.wait_group, and then meet the other");
  }

  /** Each warp of the group reads the tile: a wait of one says nothing of the others. */
  @Test
  void theOtherWarpsMustBeMet() {
    List<Finding> findings = check(FENCE, "bar.sync 0;", WAIT, "");
    assertThat(findings.getFirst().rule()).isEqualTo("race");
  }
}
