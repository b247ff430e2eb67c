package dev.syncopate.workload.runtime;

import static dev.syncopate.workload.runtime.ClusterKernels.CTAS;
import static dev.syncopate.workload.runtime.ClusterKernels.clusterDevice;
import static dev.syncopate.workload.runtime.ClusterKernels.out;
import static dev.syncopate.workload.runtime.ClusterKernels.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.workload.runtime.ClusterKernels.Run;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bulk copies to the shared memory of other CTAs of a cluster, and to several of them at once. */
class ClusterCopyTest {
  /**
   * Words 0 to 31 of {@code tile} are 100 * rank + thread, words 128 to 159 are 7, and the mbarrier
   * of each CTA waits for an arrival, which comes, and for bytes. {@code %p1}: thread 0.
   */
  private static String body(int bytes, String copies) {
    return body(
        bytes, copies, "WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra WAIT;");
  }

  private static String body(int bytes, String copies, String wait) {
    return """
      setp.eq.u32 %%p1, %%r2, 0;
      @%%p1 mbarrier.init.shared.b64 [bar], 1;
      mul.lo.u32 %%r7, %%r1, 100;
      add.u32 %%r7, %%r7, %%r2;
      st.shared.u32 [%%r4], %%r7;
      st.shared.u32 [%%r4+512], 7;
      st.global.u32 [%%rd2], %%r7;
      fence.proxy.async;
      bar.sync 0;
      @%%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], %d;
      MEET
      mapa.shared::cluster.u32 %%r8, tile, %%r3;
      mapa.shared::cluster.u32 %%r11, bar, %%r3;
      mov.u16 %%h1, 11;
      setp.eq.u32 %%p2, %%r1, 0;
      and.pred %%p2, %%p2, %%p1;
      %s
      %s
      ld.shared.u32 %%r12, [%%r4+512];
      MEET
      st.global.u32 [%%rd2], %%r12;
    """
        .formatted(bytes, copies, wait);
  }

  private static final String TO_PEER =
      "@%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
          + " [%r8+512], [tile], 128, [%r11];";

  private static int[] words(java.util.function.IntUnaryOperator rank) {
    return IntStream.range(0, CTAS * 32)
        .map(i -> rank.applyAsInt(i / 32) < 0 ? 7 : 100 * rank.applyAsInt(i / 32) + i % 32)
        .toArray();
  }

  @Test
  void aCopyGoesToTheNextCtaAndItsMbarrierCountsIt() {
    assertThat(out(body(128, TO_PEER))).isEqualTo(words(rank -> (rank + 3) % 4));
  }

  /** Four lines, which come one after the other. */
  @Test
  void thePhaseEndsBehindTheLastLine() {
    String body =
        body(
            512,
            "st.shared.u32 [%r4+384], %r7; fence.proxy.async.shared::cta; bar.sync 0;"
                + TO_PEER.replace(", 128,", ", 512,"),
            "WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra WAIT;"
                + "ld.shared.u32 %r13, [%r4+896]; st.shared.u32 [%r4+512], %r13;");
    Run run = run(clusterDevice().set("cluster.peerBandwidth=1"), CTAS, body);
    assertThat(run.result().ending()).as(run.result().report()).isEqualTo(Ending.DONE);
    assertThat(run.out()).isEqualTo(words(rank -> (rank + 3) % 4));
  }

  @Test
  void aReductionUpdatesWordsOfTheNextCta() {
    int[] out =
        out(
            body(
                128,
                "@%p1 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32"
                    + " [%r8+512], [tile], 128, [%r11];"));
    assertThat(out)
        .isEqualTo(Arrays.stream(words(rank -> (rank + 3) % 4)).map(word -> word + 7).toArray());
  }

  @Test
  void aCopyOfGlobalMemoryGoesToTheNextCta() {
    int[] out =
        out(
            body(
                128,
                "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                    + " [%r8+512], [%rd2], 128, [%r11];"));
    assertThat(out).isEqualTo(words(rank -> (rank + 3) % 4));
  }

  private static final String MULTICAST =
      "@%p2 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
          + " [tile+512], [%rd1], 128, [bar], %h1;";

  /** CTAs 0, 1 and 3; the mbarrier of CTA 2 waits for nothing. */
  @Test
  void aMulticastGoesToTheCtasOfItsMask() {
    String expects =
        "setp.eq.u32 %p4, %r1, 2; and.pred %p4, %p4, %p1;"
            + "@%p4 mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 128;";
    assertThat(out(body(128, expects + MULTICAST))).isEqualTo(words(rank -> rank == 2 ? -1 : 0));
  }

  /** Each CTA multicasts a quarter of the words to all. */
  @Test
  void multicastsOfSeveralCtasMeetInEachOfThem() {
    int[] out =
        out(
            body(
                128,
                """
                mov.u16 %h1, 15;
                shl.b32 %r9, %r1, 5;
                add.u32 %r10, %r9, tile;
                mul.wide.u32 %rd3, %r1, 32;
                add.u64 %rd3, %rd2, %rd3;
                @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r10+512], [%rd3], 32, [bar], %h1;
                """));
    assertThat(out)
        .isEqualTo(IntStream.range(0, CTAS * 32).map(i -> i % 32 / 8 * 100 + i % 32).toArray());
  }

  @Test
  void noResultDependsOnTheNumberOfSimulationThreads() {
    String body =
        body(256, TO_PEER + MULTICAST.replace("tile+512", "tile+640").replace("%h1;", "15;"));
    Run single = run(clusterDevice(), 2 * CTAS, body);
    Run three = run(clusterDevice().threads(3), 2 * CTAS, body);
    assertThat(single.result().ending()).as(single.result().report()).isEqualTo(Ending.DONE);
    assertThat(three.result().cycles()).isEqualTo(single.result().cycles());
    assertThat(three.result().statistics()).isEqualTo(single.result().statistics());
    assertThat(three.out()).isEqualTo(single.out());
  }

  /** What ends a launch, and what the report says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [tile+512], [tile], 128, [bar];"
            + " | its target must be in another CTA of the cluster",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r8+512], [tile], 128, [bar];"
            + " | both must be of one CTA",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r8+520], [tile], 128, [%r11];"
            + " | misaligned address: shared address",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r8+4096], [tile], 128, [%r11];"
            + " | a bulk copy of 128 bytes at shared address 0x1000 leaves the CTA's",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [tile], [%rd1], 128, [bar], 0;"
            + " | a multicast to the CTAs of mask 0x0",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [tile], [%rd1], 128, [bar], 17;"
            + " | a multicast to the CTAs of mask 0x11: the cluster has the ranks 0 to 3"
      })
  void whatIsUndefinedIsAFault(String copy, String report) {
    for (boolean functional : new boolean[] {false, true}) {
      Run run = run(clusterDevice().functional(functional), CTAS, body(128, copy));
      assertThat(run.result().ending()).isEqualTo(Ending.FAULT);
      assertThat(run.result().report()).contains(report);
    }
  }

  /** The bytes come 5,000 cycles later, when CTA 1 has ended. */
  @ParameterizedTest
  @CsvSource({"copy.latency=5000, 0x200 (shared tile[32])"})
  void bytesForACtaThatHasExitedAreAFault(String setting, String place) {
    String copy =
        "@%p2 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
            + " [%r8+512], [tile], 128, [%r11]; bra END;";
    Run run = run(clusterDevice().set(setting), CTAS, body(128, copy) + "END: ");
    assertThat(run.result().ending()).isEqualTo(Ending.FAULT);
    assertThat(run.result().report())
        .contains("kernel k, CTA (0,0,0), thread (0,0,0): copies to shared address " + place)
        .contains("of CTA (1,0,0), rank 1 of the cluster, which has exited");
  }

  @Test
  void aHangSaysWhichCtasMissBytes() {
    Run run = run(clusterDevice().set("copy.latency=90000"), CTAS, body(128, TO_PEER + MULTICAST));
    assertThat(run.result().ending()).isEqualTo(Ending.HANG);
    assertThat(run.result().report())
        .contains(
            "0 of 128 bytes to shared 0x200 for those at shared 0x0, of CTA 0 thread 0, are there,"
                + " for the mbarrier at shared 0x400; not all are in the CTAs of rank 1 of the cluster")
        .contains("not all are in the CTAs of rank 0, 1, 3 of the cluster");
  }

  /** CTA 0 waits for an arrival from CTA 1, which first waits for one that no thread makes. */
  @Test
  void aHangBeginsWithTheCtaThatOwesAnotherAnArrival() {
    Run run =
        run(
            clusterDevice(),
            CTAS,
            """
              setp.eq.u32 %p1, %r2, 0;
              @%p1 mbarrier.init.shared.b64 [bar], 1;
              @%p1 mbarrier.init.shared.b64 [tile], 1;
              MEET
              mapa.shared::cluster.u32 %r11, bar, 0;
              setp.eq.u32 %p2, %r1, 1;
              setp.gt.u32 %p3, %r1, 1;
              @%p3 bra END;
              @%p2 bra SECOND;
            POLL0: mbarrier.try_wait.parity.shared.b64 %p4, [bar], 0; @!%p4 bra POLL0;
              bra END;
            SECOND:
            POLL1: mbarrier.try_wait.parity.shared.b64 %p4, [tile], 0; @!%p4 bra POLL1;
              @%p1 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];
            END:
            """);
    assertThat(run.result().ending()).isEqualTo(Ending.HANG);
    assertThat(run.result().report())
        .contains(
            "cause: an mbarrier is never completed: lanes 0-31 of CTA (1,0,0) warp 0 keep reading"
                + " shared tile[0], an mbarrier that waits for 1 of 1 arrivals")
        .as("CTA 0 waits for CTA 1 alone")
        .doesNotContain("CTA (0,0,0)");
  }

  /** Cycles by which a thread may see later that something has come. */
  private static final long POLL = 50;

  private static long cycles(String copies, String... settings) {
    DeviceBuilder builder = clusterDevice();
    for (String setting : settings) {
      builder.set(setting);
    }
    Run run = run(builder, CTAS, body(128, copies));
    assertThat(run.result().ending()).as(run.result().report()).isEqualTo(Ending.DONE);
    return run.result().cycles();
  }

  @Test
  void aMulticastTakesLongerThanACopyByItsLatency() {
    String toAll = MULTICAST.replace("%h1;", "15;");
    assertThat(
            cycles(toAll, "copy.multicastLatency=1200")
                - cycles(toAll, "copy.multicastLatency=200"))
        .isCloseTo(1000, within(POLL));
  }

  @Test
  void aCopyToAPeerTakesAMessageAndItsBytesTheirTime() {
    long later =
        cycles(TO_PEER, "cluster.peerLatency=1150") - cycles(TO_PEER, "cluster.peerLatency=150");
    assertThat(later)
        .as("a message, and a receipt for which the launch waits")
        .isBetween(950L, 2050L);
    assertThat(cycles(TO_PEER, "cluster.peerBandwidth=1") - cycles(TO_PEER))
        .isCloseTo(120, within(POLL));
  }
}
