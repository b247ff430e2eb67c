package dev.syncopate.check.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.trace.DecodedTrace.Flow;
import dev.syncopate.check.trace.DecodedTrace.Slice;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An arrow leads from the release that was read to the acquire that read it. */
class FlowTest {
  private static final String HEAD =
      """
      .version 8.6
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 data) {
        .reg .pred %p<4>;
        .reg .b32 %r<8>;
        .reg .b64 %a<4>;
        .shared .align 16 .b8 tile[64];
        ld.param.u64 %a1, [data];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        setp.eq.u32 %p1, %r1, 0;
      """;

  private static DecodedTrace trace(String protocol, int ctas, int threads, String body) {
    Traced traced =
        Traced.all(new DeviceBuilder("rsp-8cu", protocol, "hrf").set("core.warpWidth=32"));
    var kernel = traced.device.load("k.ptx", HEAD + body + "  ret;\n}\n").kernel("k");
    kernel.launch(LaunchShape.of(ctas, threads), traced.device.allocate("data", 4096));
    return traced.decoded();
  }

  private static List<Flow> between(DecodedTrace trace, String source, String target) {
    return trace.flows.stream()
        .filter(flow ->
            at(trace, flow.source()).equals(source) && at(trace, flow.target()).equals(target))
        .toList();
  }

  /** The operation that an instant is in, and the number of the unit. */
  private static String at(DecodedTrace trace, DecodedTrace.Event event) {
    String path = trace.path(event.row());
    boolean acquires = event.name().equals("acquired"); // which is when its operation is complete
    Slice slice =
        trace.slices.stream()
            .filter(candidate -> candidate.row().equals(event.row()))
            .filter(candidate -> event.time() == (acquires ? candidate.end() : candidate.start()))
            .findFirst()
            .orElseThrow();
    return slice.name() + path.replaceAll(".*compute unit (\\d+).*", " on $1");
  }

  @Test
  void aReleaseStoreToTheAcquireLoadThatSeesIt() {
    DecodedTrace trace =
        trace(
            "gpu",
            2,
            1,
            """
              @%p1 st.global.u32 [%a1], 7;
              @%p1 st.release.gpu.global.u32 [%a1+128], 1;
              @%p1 ret;
            wait:
              ld.acquire.gpu.global.u32 %r3, [%a1+128];
              setp.eq.u32 %p2, %r3, 0;
              @%p2 bra wait;
            """);
    assertThat(trace.flows).hasSize(1);
    assertThat(between(trace, "st.release.gpu on 0", "ld.acquire.gpu on 1")).hasSize(1);
    Slice release =
        trace.slices.stream()
            .filter(slice -> slice.name().equals("st.release.gpu"))
            .findFirst()
            .orElseThrow();
    assertThat(release.notes())
        .containsEntry("word", "argument 0[32]")
        .containsEntry("lanes", 1L)
        .containsEntry("line", "k.ptx:14");
    List<Slice> polls =
        trace.slices.stream().filter(slice -> slice.name().equals("ld.acquire.gpu")).toList();
    assertThat(polls).hasSizeGreaterThan(1);
    assertThat(trace.flows.getFirst().target().time()).isEqualTo(polls.getLast().end());
    assertThat(trace.flows.getFirst().source().time()).isEqualTo(release.start());
  }

  private static final String RELAXED =
      """
        @%p1 st.global.u32 [%a1], 7;
        @%p1 FENCE;
        @%p1 st.relaxed.gpu.global.u32 [%a1+128], 1;
        @%p1 ret;
      wait:
        ld.relaxed.gpu.global.u32 %r3, [%a1+128];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra wait;
        FENCE;
      """;

  @Test
  void aFenceBeforeAStoreToTheFenceAfterTheLoadThatSeesIt() {
    DecodedTrace trace = trace("gpu", 2, 1, RELAXED.replace("FENCE", "fence.acq_rel.gpu"));
    assertThat(trace.flows).hasSize(1);
    assertThat(between(trace, "fence.acq_rel.gpu on 0", "fence.acq_rel.gpu on 1")).hasSize(1);
  }

  @Test
  void noArrowWhereNothingIsReleasedOrAcquired() {
    DecodedTrace trace =
        trace("gpu", 2, 1, RELAXED.replace("@%p1 FENCE;", "").replace("FENCE;", ""));
    assertThat(trace.flows).isEmpty();
    assertThat(trace.slicesOn("warp slot 0 synch")).isEmpty();
  }

  @Test
  void readModifyWritesHandAReleaseOn() {
    DecodedTrace trace =
        trace(
            "gpu",
            3,
            1,
            """
              setp.eq.u32 %p3, %r1, 1;
              @%p1 red.release.gpu.global.add.u32 [%a1+128], 1;
              @%p1 ret;
            wait:
              @!%p3 bra last;
              atom.relaxed.gpu.global.cas.b32 %r3, [%a1+128], 1, 2;
              setp.ne.u32 %p2, %r3, 1;
              @%p2 bra wait;
              ret;
            last:
              ld.acquire.gpu.global.u32 %r3, [%a1+128];
              setp.ne.u32 %p2, %r3, 2;
              @%p2 bra last;
            """);
    assertThat(between(trace, "red.add.release.gpu on 0", "ld.acquire.gpu on 2")).hasSize(1);
    assertThat(trace.flows).hasSize(1);
  }

  /** While each of them reads, the others' attempts are on their way, of which nothing is known. */
  @Test
  void attemptsOfManyThreadsDoNotHideWhatEachHasRead() {
    DecodedTrace trace =
        trace(
            "gpu",
            13,
            1,
            """
              @%p1 st.release.gpu.global.u32 [%a1+128], 1;
              @%p1 ret;
              nanosleep.u32 5000;
              atom.acquire.gpu.global.cas.b32 %r3, [%a1+128], 2, 3;
              st.global.u32 [%a1], %r3;
            """);
    assertThat(trace.flows)
        .hasSize(12)
        .allMatch(flow -> at(trace, flow.source()).equals("st.release.gpu on 0"));
  }

  /** What an exchange leaves is known while it is on its way. */
  @Test
  void aPollThatMissesAnExchangeOnItsWayHasNotReadIt() {
    DecodedTrace trace =
        trace(
            "gpu",
            2,
            1,
            """
              @!%p1 bra wait;
              nanosleep.u32 3000;
              atom.release.gpu.global.exch.b32 %r3, [%a1+128], 1;
              st.global.u32 [%a1], %r3;
              ret;
            wait:
              ld.acquire.gpu.global.u32 %r3, [%a1+128];
              setp.eq.u32 %p2, %r3, 0;
              @%p2 bra wait;
            """);
    assertThat(trace.flows).hasSize(1);
    Slice last =
        trace.slices.stream()
            .filter(slice -> slice.name().equals("ld.acquire.gpu"))
            .reduce((_, later) -> later)
            .orElseThrow();
    assertThat(trace.flows.getFirst().target().time()).isEqualTo(last.end());
  }

  /**
   * A relaxed store of the released value on its way: an arrow leads to the same reads as where the
   * store has another value.
   */
  @Test
  void aStoreOfTheReleasedValueIsNotTakenForTheRelease() {
    String body =
        """
          @%%p1 bra write;
          setp.eq.u32 %%p2, %%r1, 1;
          @%%p2 bra read;
          nanosleep.u32 3000;
          st.relaxed.gpu.global.u32 [%%a1+128], %2$d;
          ret;
        write:
          st.release.gpu.global.u32 [%%a1+128], 1;
          ret;
        read:
          nanosleep.u32 %1$d;
          ld.acquire.gpu.global.u32 %%r3, [%%a1+128];
        """;
    List<Integer> arrows = new ArrayList<>();
    for (int delay = 2900; delay <= 3100; delay += 10) {
      int flows = trace("gpu", 3, 1, body.formatted(delay, 2)).flows.size();
      assertThat(trace("gpu", 3, 1, body.formatted(delay, 1)).flows)
          .as("a delay of %d ns", delay)
          .hasSize(flows);
      arrows.add(flows);
    }
    assertThat(arrows).startsWith(1).endsWith(0);
  }

  @Test
  void aCompareAndSwapThatFailsReleasesNothing() {
    DecodedTrace trace =
        trace(
            "gpu",
            3,
            1,
            """
              setp.eq.u32 %p3, %r1, 1;
              @%p1 red.release.gpu.global.add.u32 [%a1+128], 1;
              @%p1 ret;
              @!%p3 bra last;
            wait:
              atom.release.gpu.global.cas.b32 %r3, [%a1+128], 7, 9;
              setp.eq.u32 %p2, %r3, 0;
              @%p2 bra wait;
              st.relaxed.gpu.global.u32 [%a1+256], 1;
              ret;
            last:
              ld.relaxed.gpu.global.u32 %r3, [%a1+256];
              setp.eq.u32 %p2, %r3, 0;
              @%p2 bra last;
              ld.acquire.gpu.global.u32 %r3, [%a1+128];
            """);
    assertThat(between(trace, "red.add.release.gpu on 0", "ld.acquire.gpu on 2")).hasSize(1);
    assertThat(trace.flows).hasSize(1);
  }

  @Test
  void onlyTheFirstOfSeveralReadsOfAWarpHasAnArrow() {
    DecodedTrace trace =
        trace(
            "gpu",
            2,
            1,
            """
              @%p1 st.release.gpu.global.u32 [%a1+128], 1;
              @%p1 ret;
            wait:
              ld.acquire.gpu.global.u32 %r3, [%a1+128];
              setp.eq.u32 %p2, %r3, 0;
              @%p2 bra wait;
              ld.acquire.gpu.global.u32 %r3, [%a1+128];
              ld.acquire.gpu.global.u32 %r3, [%a1+128];
            """);
    assertThat(trace.flows).hasSize(1);
  }

  @Test
  void throughSharedMemory() {
    DecodedTrace trace =
        trace(
            "gpu",
            1,
            64,
            """
              setp.ge.u32 %p2, %r2, 32;
              @%p2 bra other;
              st.release.cta.shared.u32 [tile], 5;
              bar.sync 0;
              ret;
            other:
              bar.sync 0;
              ld.acquire.cta.shared.u32 %r3, [tile];
            """);
    assertThat(trace.flows).hasSize(1);
    assertThat(between(trace, "st.release.cta on 0", "ld.acquire.cta on 0")).hasSize(1);
    assertThat(trace.instantsOn("CTA slot").stream().map(DecodedTrace.Event::name))
        .containsExactly("barrier complete");
  }

  @Test
  void fromAnArrivalAtAnMbarrierToTheWaitThatItEnds() {
    DecodedTrace trace =
        trace(
            "gpu",
            1,
            64,
            """
              setp.ge.u32 %p2, %r2, 32;
              setp.eq.u32 %p3, %r2, 0;
              @%p3 mbarrier.init.shared.b64 [tile], 32;
              bar.sync 0;
              @%p2 bra other;
              mbarrier.arrive.shared.b64 %a2, [tile];
              ret;
            other:
              mbarrier.test_wait.parity.shared.b64 %p3, [tile], 0;
              @!%p3 bra other;
            """);
    assertThat(trace.flows).isNotEmpty();
    assertThat(between(trace, "mbarrier.arrive on 0", "mbarrier.test_wait on 0"))
        .hasSameSizeAs(trace.flows);
  }

  /** From the issue of a copy to the wait for its bytes, and to that for its group. */
  @Test
  void fromABulkCopyToTheWaitThatItEnds() {
    DecodedTrace trace =
        trace(
            "gpu",
            1,
            1,
            """
              mbarrier.init.shared.b64 [tile], 1;
              mbarrier.arrive.expect_tx.shared.b64 _, [tile], 16;
              cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile+32], [%a1], 16, [tile];
            wait:
              mbarrier.try_wait.parity.shared.b64 %p2, [tile], 0;
              @!%p2 bra wait;
              cp.async.bulk.global.shared::cta.bulk_group [%a1+16], [tile+32], 16;
              cp.async.bulk.commit_group;
              cp.async.bulk.wait_group 0;
            """);
    assertThat(between(trace, "bulk copy to shared memory on 0", "mbarrier.try_wait on 0"))
        .hasSize(1);
    assertThat(between(trace, "bulk copy to global memory on 0", "cp.async.bulk.wait_group 0 on 0"))
        .hasSize(1);
    assertThat(trace.slicesOn("bulk copies"))
        .extracting(Slice::name)
        .containsExactly("bulk copy to shared memory", "bulk copy to global memory");
  }

  @Test
  void fromARemoteOperationToWhatOtherUnitsDoForIt() {
    DecodedTrace trace =
        trace(
            "brsp",
            8,
            1,
            """
              @!%p1 ret;
              atom.remote.acq_rel.gpu.global.cas.b32 %r3, [%a1], 0, 1;
            """);
    String remote = "red.cas.remote.acq_rel.gpu on 0";
    assertThat(trace.flows).hasSize(14); // seven other units flush before it, and invalidate after
    for (int unit = 1; unit < 8; unit++) {
      assertThat(between(trace, remote, "flush on " + unit)).hasSize(1);
      assertThat(between(trace, remote, "invalidate on " + unit)).hasSize(1);
    }
  }
}
