package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Accesses of every kind behind a fence that acquires. A warp goes on while its fence waits for
 * memory, and no access may be issued before the fence is over: it would not be behind what the
 * fence has acquired.
 */
class UnfinishedFenceTest {
  /** Thread 0 of CTA 0 writes {@code %rd1} and the flag; that of CTA 1 polls and then accesses. */
  private static List<Finding> betweenCtas(String fence, String access) {
    return Kernels.check(
            "titanv-80sm",
            "gpu",
            2,
            32,
            """
              .shared .align 8 .b64 full;
              @!%%p2 bra END;
              mov.u32 %%r9, full;
              mbarrier.init.shared.b64 [%%r9], 1;
              mbarrier.arrive.expect_tx.shared.b64 _, [%%r9], 16;
              @!%%p1 bra READ;
              st.global.u32 [%%rd1], 42;
              fence.proxy.async;
              st.release.gpu.global.u32 [%%rd2], 1;
              bra END;
            READ:
              ld.relaxed.gpu.global.u32 %%r6, [%%rd2];
              setp.eq.u32 %%p3, %%r6, 0;
              @%%p3 bra READ;
              %s
              %s
            END:
            """
                .formatted(fence, access))
        .findings();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ld.global.u32 %r7, [%rd1];",
        "st.global.u32 [%rd1], 1;",
        "atom.global.add.u32 %r7, [%rd1], 1;",
        "red.global.add.u32 [%rd1], 1;",
        "cp.async.ca.shared.global [tile], [%rd1], 16; cp.async.wait_all;",
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [tile], [%rd1], 16, [full];"
            + " WAIT: mbarrier.try_wait.parity.shared.b64 %p4, [full], 0; @!%p4 bra WAIT;",
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;"
            + " cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [tile], 16;"
            + " cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;",
      })
  void anAccessToGlobalMemoryIsBehindTheFence(String access) {
    for (String fence : List.of("fence.acq_rel.gpu;", "fence.sc.gpu;", "fence.acq_rel.sys;")) {
      assertThat(betweenCtas(fence, access)).as(fence).isEmpty();
    }
    assertThat(betweenCtas("", access)).as("no fence").isNotEmpty();
  }

  /** Warp 4 fills the tile and raises the flag; the threads of warps 0 to 3 poll, then access. */
  private static List<Finding> inOneCta(String fence, String access) {
    return Kernels.check(
        1,
        160,
        """
          .shared .align 8 .b64 full;
          setp.lt.u32 %%p3, %%r2, 128;
          @%%p3 bra READ;
          st.shared.u32 [%%r5], 42;     // tile[thread]
          fence.proxy.async;
          bar.warp.sync 0xffffffff;
          setp.ne.u32 %%p3, %%r2, 128;
          @%%p3 bra END;
          st.release.cta.global.u32 [%%rd2], 1;
          bra END;
        READ:
          ld.relaxed.cta.global.u32 %%r6, [%%rd2];
          setp.eq.u32 %%p3, %%r6, 0;
          @%%p3 bra READ;
          %s
          %s
        END:
        """
            .formatted(fence, access));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ld.shared.u32 %r7, [tile+512];",
        "atom.shared.add.u32 %r7, [tile+512], 1;",
        "bar.warp.sync 0xffffffff; add.u32 %r7, %r3, 512;"
            + " ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r8}, [%r7];",
        "@%p2 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile+512], 128;"
            + " @%p2 cp.async.bulk.commit_group; @%p2 cp.async.bulk.wait_group 0;",
        "bar.warp.sync 0xffffffff; mov.u64 %rd5, 0x80020; wgmma.fence.sync.aligned;"
            + " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r8, %r9, %r10, %r11},"
            + " {%r12, %r13, %r14, %r15}, %rd5, 1, 1, 1, 0;"
            + " wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;",
      })
  void anAccessToSharedMemoryIsBehindTheFence(String access) {
    for (String fence : List.of("fence.acq_rel.cta;", "fence.acq_rel.gpu;", "fence.sc.gpu;")) {
      assertThat(inOneCta(fence, access)).as(fence).isEmpty();
    }
    assertThat(inOneCta("", access)).as("no fence").isNotEmpty();
  }

  /** Lane 0 polls and has a fence, and meets lane 1, which accesses. */
  @ParameterizedTest
  @ValueSource(strings = {"bar.warp.sync 3;", "bar.sync 0;"})
  void whoMeetsTheFencingLaneIsBehindTheFence(String meeting) {
    String body =
        """
          setp.gt.u32 %%p3, %%r2, 1;
          @%%p3 bra END;
          @!%%p1 bra READ;
          st.global.u32 [%%rd4], 42;
          bar.warp.sync 3;
          @!%%p2 bra END;
          st.release.gpu.global.u32 [%%rd2], 1;
          bra END;
        READ:
          @!%%p2 bra MEET;
        POLL:
          ld.relaxed.gpu.global.u32 %%r6, [%%rd2];
          setp.eq.u32 %%p3, %%r6, 0;
          @%%p3 bra POLL;
          %s
        MEET:
          %s
          @%%p2 bra END;
          ld.global.u32 %%r7, [%%rd1];
        END:
        """;
    assertThat(Kernels.check(2, 2, body.formatted("fence.acq_rel.gpu;", meeting))).isEmpty();
    assertThat(Kernels.check(2, 2, body.formatted("", meeting))).isNotEmpty();
  }
}
