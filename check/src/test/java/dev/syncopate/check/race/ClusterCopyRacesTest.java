package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bulk copies and asynchronous stores to the shared memory of other CTAs. They are ordered before a
 * wait for the mbarrier that counts their bytes, and before nothing else.
 */
class ClusterCopyRacesTest {
  /**
   * Thread 0 of each of two CTAs of a cluster, whose mbarriers {@code full} wait for an arrival and
   * {@code empty} for one. {@code %p1} is whether it is CTA 1; {@code %r4}, {@code %r5}, {@code
   * %r6} are {@code tile}, {@code full} and {@code empty} of the other CTA.
   */
  private static final String HEAD =
      """
      .version 8.6
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 data, .param .u64 flag) .explicitcluster .reqnctapercluster 2, 1, 1 {
        .reg .pred %p<4>;
        .reg .b32 %r<12>;
        .reg .b64 %rd<4>;
        .shared .align 128 .b8 tile[256];
        .shared .align 8 .b64 full;
        .shared .align 8 .b64 empty;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 ret;
        mov.u32 %r2, %cluster_ctarank;
        setp.eq.u32 %p1, %r2, 1;
        xor.b32 %r3, %r2, 1;
        mapa.shared::cluster.u32 %r4, tile, %r3;
        mapa.shared::cluster.u32 %r5, full, %r3;
        mapa.shared::cluster.u32 %r6, empty, %r3;
        mbarrier.init.shared.b64 [full], 1;
        mbarrier.init.shared.b64 [empty], 1;
        barrier.cluster.arrive;
        barrier.cluster.wait;
      """;

  private static List<Finding> check(Check check, String common, String first, String second) {
    String text =
        (HEAD
                + common
                + "@%p1 bra SECOND;\n"
                + first
                + "bra END;\nSECOND:\n"
                + second.replace("Wfull", "Vfull")
                + "END:\n")
            .replace(
                "MULTICAST ",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster ")
            .replace(
                "TO_PEER ",
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes ")
            .replace("ST_ASYNC ", "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 ")
            .replace(
                "RED_ASYNC ",
                "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 ");
    Device device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf")
            .set("core.warpWidth=32")
            .set("cluster.unitsPerGpc=4")
            .watchdog(200_000)
            .open();
    Checker checker =
        new Checker(Set.of(check), device.machine().memory().unitsPerGpu(), false, Set.of());
    checker.watch(device::observe);
    device
        .load("k.ptx", text + "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n  ret;\n}\n")
        .kernel("k")
        .launch(
            LaunchShape.of(2, 32), device.allocate("data", 4096), device.allocate("flag", 4096));
    return checker.findings();
  }

  private static String rules(List<Finding> findings) {
    return String.join(", ", findings.stream().map(Finding::rule).distinct().sorted().toList());
  }

  private static String wait(String barrier, int parity) {
    return """
    W%1$s%2$d: mbarrier.try_wait.parity.acquire.cluster.shared.b64 %%p2, [%1$s], %2$d;
    @!%%p2 bra W%1$s%2$d;
    """
        .formatted(barrier, parity);
  }

  /** A fence takes a while, and what is sent to a peer behind it must not overtake it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 | ST_ASYNC [%r4], 9, [%r5];",
        "4 | RED_ASYNC [%r4], 9, [%r5];",
        "128 | TO_PEER [%r4], [tile], 128, [%r5];",
        "128 | MULTICAST [tile], [%rd1+128], 128, [full], 2;"
      })
  void whatIsSentBehindAFenceThatAcquiresIsBehindIt(int bytes, String send) {
    String poll =
        """
        POLL: ld.relaxed.gpu.global.u32 %r7, [%rd1];
        setp.eq.u32 %p2, %r7, 0;
        @%p2 bra POLL;
        """;
    String second =
        """
        st.shared.u32 [tile], 7;
        fence.proxy.async;
        st.release.gpu.global.u32 [%rd1], 1;
        """
            + EXPECT.formatted(bytes)
            + wait("full", 0);
    for (String fence : List.of("fence.acq_rel.gpu;\n", "fence.acq_rel.cluster;\n")) {
      assertThat(check(Check.RACES, "", poll + fence + send + "\n", second)).as(fence).isEmpty();
    }
    assertThat(check(Check.RACES, "", poll + send + "\n", second)).as("no fence").isNotEmpty();
  }

  private static final String EXPECT = "mbarrier.arrive.expect_tx.shared.b64 _, [full], %d;\n";

  /** CTA 0 copies 128 bytes to both; each waits for its own mbarrier, and reads. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | ld.shared.u32 %r7, [tile]; | ''",
        "false | ld.shared.u32 %r7, [tile]; | race",
        "true | ld.shared::cluster.u32 %r7, [%r4]; | race",
        "true | st.shared.u32 [tile+124], %r7; | ''",
        "false | st.shared.u32 [tile+124], %r7; | race",
        "false | st.shared.u32 [tile+128], %r7; | ''"
      })
  void whoWaitsForItsOwnMbarrierKnowsOfItsOwnBytes(boolean waits, String access, String rules) {
    String second = waits ? wait("full", 0) + access : access + wait("full", 0);
    List<Finding> findings =
        check(
            Check.RACES,
            EXPECT.formatted(128),
            "MULTICAST [tile], [%rd1], 128, [full], 3;\n" + wait("full", 0),
            second);
    assertThat(rules(findings)).isEqualTo(rules);
  }

  @Test
  void theFindingNamesBothCtasAndTheMbarrier() {
    List<Finding> findings =
        check(
            Check.RACES,
            EXPECT.formatted(128),
            "MULTICAST [tile], [%rd1], 128, [full], 3;\n" + wait("full", 0),
            "nanosleep.u32 2000;\nld.shared.u32 %r7, [tile];\n" + wait("full", 0));
    assertThat(findings)
        .singleElement()
        .satisfies(race -> {
          assertThat(race.details().get(0))
              .startsWith("bulk copy to shared memory of several CTAs at k.ptx:")
              .contains("CTA (0,0,0), thread (0,0,0)");
          assertThat(race.details().get(1))
              .startsWith("weak load at k.ptx:")
              .contains("CTA (1,0,0), thread (0,0,0)");
          assertThat(race.details().get(2))
              .isEqualTo(
                  "the copy may still be in flight: a wait for the phase of its mbarrier would order them");
        });
  }

  /** A copy from the own shared memory: its source by the async proxy, its target likewise. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fence.proxy.async.shared::cta; | '' | ''",
        "'' | '' | race-proxy",
        "fence.proxy.async.global; | '' | race-proxy",
        "fence.proxy.async.shared::cta; | st.shared.u32 [tile], 2; | race"
      })
  void aCopyToAnotherCtaReadsItsSourceByTheAsyncProxy(
      String fence, String laterStore, String rules) {
    List<Finding> findings =
        check(
            Check.RACES,
            "",
            "st.shared.u32 [tile], 1;\n"
                + fence
                + "\nTO_PEER [%r4+128], [tile], 128, [%r5];\n"
                + laterStore,
            EXPECT.formatted(128) + wait("full", 0) + "ld.shared.u32 %r7, [tile+128];\n");
    assertThat(rules(findings)).isEqualTo(rules);
  }

  /**
   * CTA 0 copies to CTA 1. The source must have been read before CTA 0 exits, of which the mbarrier
   * of CTA 1 tells; the bytes must have come before CTA 1 does. All CTAs meet at the end.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TO_PEER [%r4+128], [tile], 128, [%r5]; | .acquire.cluster | 0",
        "TO_PEER [%r4+128], [tile], 128, [%r5]; | .relaxed.cluster | 1",
        "TO_PEER [%r4+128], [tile], 128, [%r5]; | '' | 2",
        "MULTICAST [tile], [%rd1], 128, [full], 2; | .acquire.cluster | 0",
        "MULTICAST [tile], [%rd1], 128, [full], 2; | .relaxed.cluster | 0",
        "MULTICAST [tile], [%rd1], 128, [full], 2; | '' | 1",
        "MULTICAST [tile], [%rd1], 128, [full], 3; | '' | 2",
        "MULTICAST [tile], [%rd1], 128, [full], 3; | .acquire.cluster | 1"
      })
  void copiesAreOverBeforeTheirCtasExit(String copy, String acquire, int exits) {
    String second = acquire.isEmpty() ? "" : wait("full", 0).replace(".acquire.cluster", acquire);
    List<Finding> findings =
        check(Check.RACES, EXPECT.formatted(128), copy + "\n", "nanosleep.u32 9000;\n" + second);
    assertThat(rules(findings)).isEqualTo(exits == 0 ? "" : "race-exit");
    assertThat(findings.stream().mapToLong(Finding::count).sum()).isEqualTo(exits);
  }

  /** CTA 1 reads what has come, and tells CTA 0, which copies again. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fence.proxy.async.shared::cta; | .release.cluster | .acquire.cluster | ''",
        "'' | .release.cluster | .acquire.cluster | race-proxy",
        "fence.proxy.async.shared::cta; | .relaxed.cluster | .acquire.cluster | race",
        "fence.proxy.async.shared::cta; | .release.cluster | '' | race, race-scope"
      })
  void aStageIsFreeBehindAFenceAndAnArrivalAtClusterScope(
      String fence, String release, String acquire, String rules) {
    List<Finding> findings =
        check(
            Check.RACES,
            "",
            "MULTICAST [tile], [%rd1], 128, [full], 2;\n"
                + wait("empty", 0).replace(".acquire.cluster", acquire)
                + "MULTICAST [tile], [%rd1], 128, [full], 2;\n",
            EXPECT.formatted(128)
                + wait("full", 0)
                + "ld.shared.u32 %r7, [tile];\n"
                + EXPECT.formatted(128)
                + fence
                + "\nmbarrier.arrive"
                + release
                + ".shared::cluster.b64 _, [%r6];\n"
                + wait("full", 1));
    assertThat(rules(findings)).isEqualTo(rules);
  }

  /** An asynchronous store is ordered before a wait for the mbarrier that counts it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ST_ASYNC [%r4], 1, [%r5]; | true | ld.shared.u32 %r7, [tile]; | ''",
        "ST_ASYNC [%r4], 1, [%r5]; | false | ld.shared.u32 %r7, [tile]; | race",
        "ST_ASYNC [%r4], 1, [%r5]; | false | ld.shared.u32 %r7, [tile+4]; | ''",
        "RED_ASYNC [%r4], 1, [%r5]; | true | ld.shared.u32 %r7, [tile]; | ''",
        "RED_ASYNC [%r4], 1, [%r5]; | false | ld.shared.u32 %r7, [tile]; | race-mixed-strength",
        "RED_ASYNC [%r4], 1, [%r5]; | false | atom.add.relaxed.cluster.shared.u32 %r7, [tile], 1; | ''",
        "RED_ASYNC [%r4], 1, [%r5]; | false | atom.add.relaxed.cta.shared.u32 %r7, [tile], 1; | race-scope"
      })
  void anAsynchronousStoreIsKnownToWhoWaits(
      String store, boolean waits, String access, String rules) {
    String second = waits ? wait("full", 0) + access : access + wait("full", 0);
    List<Finding> findings =
        check(Check.RACES, "", store, EXPECT.formatted(4) + "nanosleep.u32 2000;\n" + second);
    assertThat(rules(findings)).isEqualTo(rules);
  }

  /** A release of the thread that has stored does not wait for its asynchronous stores. */
  @Test
  void anArrivalOfItsThreadTellsNothingOfAnAsynchronousStore() {
    List<Finding> findings =
        check(
            Check.RACES,
            "",
            "ST_ASYNC [%r4], 1, [%r5];\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6];\n",
            EXPECT.formatted(4)
                + wait("empty", 0)
                + "ld.shared.u32 %r7, [tile];\n"
                + wait("full", 0));
    assertThat(rules(findings)).isEqualTo("race");
    assertThat(findings.getFirst().details().get(2))
        .isEqualTo(
            "the bytes may still be in flight: a wait for the phase of the mbarrier that counts them"
                + " would order them");
  }

  /** The bytes of a multicast are counted for each CTA (ASYNC, pattern 8). */
  @Test
  void bytesThatTheOtherCtaDoesNotExpectAreFound() {
    List<Finding> findings =
        check(
            Check.SYNC,
            "",
            EXPECT.formatted(256)
                + "MULTICAST [tile], [%rd1], 128, [full], 3;\n"
                + "mbarrier.complete_tx.relaxed.cta.shared.b64 [full], 128;\n",
            "nanosleep.u32 5000;\n");
    assertThat(findings)
        .singleElement()
        .satisfies(error -> {
          assertThat(error.rule()).isEqualTo("mbarrier-bytes");
          assertThat(error.details().toString())
              .contains("128 bytes have come that no phase has expected");
        });
  }
}
