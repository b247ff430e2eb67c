package dev.syncopate.workload.runtime;

import static dev.syncopate.workload.runtime.ClusterKernels.CTAS;
import static dev.syncopate.workload.runtime.ClusterKernels.clusterDevice;
import static dev.syncopate.workload.runtime.ClusterKernels.out;
import static dev.syncopate.workload.runtime.ClusterKernels.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.ClusterKernels.Run;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses to the shared memory of other CTAs of a cluster (PTX ISA, {@code .shared::cluster}). */
class DistributedSharedMemoryTest {
  private static final String EXCHANGE =
      """
        mul.lo.u32 %r7, %r1, 100;
        add.u32 %r7, %r7, %r2;
        st.shared.u32 [%r4], %r7;
        MEET
        mapa.shared::cluster.u32 %r8, %r4, %r3;
        ld.shared::cluster.u32 %r9, [%r8];
        cvt.u64.u32 %rd3, %r4;
        cvta.shared.u64 %rd3, %rd3;
        mapa.u64 %rd4, %rd3, %r3;
        ld.u32 %r10, [%rd4];
        getctarank.u64 %r11, %rd4;
        mapa.u64 %rd5, %rd3, %r1;
        ld.u32 %r12, [%rd5];
        mapa.shared::cluster.u32 %r13, tile, 0;
        atom.add.shared::cluster.u32 %r14, [%r13+512], 1;
        mad.lo.u32 %r9, %r10, 1000, %r9;
        mad.lo.u32 %r9, %r11, 1000000, %r9;
        st.global.u32 [%rd2], %r9;
        MEET
        setp.ne.u32 %p1, %r6, 0;
        @%p1 bra END;
        ld.shared.u32 %r15, [tile+512];
        st.global.u32 [%rd2], %r15;
      END:
      """;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void loadsAndAtomicsReachTheOtherCta(boolean functional) {
    Run run = run(clusterDevice().functional(functional), 2 * CTAS, EXCHANGE);
    assertThat(run.result().ending()).as(run.result().report()).isEqualTo(Ending.DONE);
    int[] expected =
        IntStream.range(0, 2 * CTAS * 32)
            .map(i -> {
              int rank = (i / 32 + 1) % CTAS;
              int value = rank * 100 + i % 32;
              return rank * 1_000_000 + value * 1000 + value;
            })
            .toArray();
    expected[0] = CTAS * 32;
    assertThat(run.out()).isEqualTo(expected);
  }

  @Test
  void noResultDependsOnTheNumberOfSimulationThreads() {
    Run single = run(clusterDevice(), 2 * CTAS, EXCHANGE);
    Run three = run(clusterDevice().threads(3), 2 * CTAS, EXCHANGE);
    assertThat(three.result().cycles()).isEqualTo(single.result().cycles());
    assertThat(three.result().statistics()).isEqualTo(single.result().statistics());
    assertThat(three.out()).isEqualTo(single.out());
  }

  @Test
  void vectorsAndWideAtomicsReachTheOtherCta() {
    int[] out =
        out(
            """
              mapa.shared::cluster.u32 %r8, tile, %r3;
              setp.ne.u32 %p1, %r2, 0;
              @%p1 bra PAST;
              mov.u32 %r9, 7;
              st.shared::cluster.v4.u32 [%r8+16], {%r1, %r9, %r1, %r9};
              atom.relaxed.cluster.shared::cluster.exch.b32 %r10, [%r8+20], 9;
              atom.acq_rel.cluster.shared::cluster.cas.b32 %r11, [%r8+20], 9, 11;
              atom.acq_rel.cluster.shared::cluster.cas.b32 %r12, [%r8+20], 9, 12;
              red.relaxed.cluster.shared::cluster.add.u32 [%r8+28], 5;
              mad.lo.u32 %r10, %r10, 100, %r11;
              mad.lo.u32 %r10, %r10, 100, %r12;
              st.global.u32 [%rd2+16], %r10;
            PAST:
              MEET
              setp.gt.u32 %p1, %r2, 3;
              @%p1 bra END;
              ld.shared.u32 %r9, [%r4+16];
              st.global.u32 [%rd2], %r9;
            END:
            """);
    assertThat(Arrays.copyOf(out, 5)).containsExactly(3, 11, 3, 12, 70911);
    assertThat(Arrays.copyOfRange(out, 32, 37)).containsExactly(0, 11, 0, 12, 70911);
  }

  /**
   * Rank 0 tells rank 1 by a flag in rank 1's shared memory that data in global memory is there.
   */
  private static String message(String store, String load) {
    return """
      MEET
      setp.ne.u32 %%p1, %%r2, 0;
      @%%p1 bra END;
      setp.eq.u32 %%p2, %%r1, 1;
      @%%p2 bra READ;
      setp.ne.u32 %%p2, %%r1, 0;
      @%%p2 bra END;
      nanosleep.u32 3000;
      st.global.u32 [%%rd1+124], 42;
      mapa.shared::cluster.u32 %%r8, tile, 1;
      %s [%%r8], 1;
      bra END;
    READ:
      ld.global.u32 %%r9, [%%rd1+124];    // an old copy of the data
    POLL:
      %s %%r9, [tile];
      setp.eq.u32 %%p3, %%r9, 0;
      @%%p3 bra POLL;
      ld.global.u32 %%r9, [%%rd1+124];
      st.global.u32 [%%rd2], %%r9;
    END:
      MEET
    """
        .formatted(store, load);
  }

  /** The flag alone orders nothing: the reader's L1 keeps its old copy of the data. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.release.cluster.shared::cluster.u32 | ld.acquire.cluster.shared.u32 | 42",
        "st.release.gpu.shared::cluster.u32 | ld.acquire.gpu.shared::cta.u32 | 42",
        "fence.acq_rel.cluster; st.relaxed.cluster.shared::cluster.u32 | ld.acquire.cluster.shared.u32 | 42",
        "st.relaxed.cluster.shared::cluster.u32 | ld.relaxed.cluster.shared.u32 | 0",
        "st.release.cluster.shared::cluster.u32 | ld.acquire.cta.shared.u32 | 0"
      })
  void aReleaseAndAnAcquireAtClusterScopeOrderGlobalMemoryToo(
      String store, String load, int expected) {
    Run run = run(clusterDevice(), CTAS, message(store, load));
    assertThat(run.result().ending()).as(run.result().report()).isEqualTo(Ending.DONE);
    assertThat(run.out()[32]).isEqualTo(expected);
  }

  /** Arrivals come from all CTAs, the own one among them, at an mbarrier of rank 0. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "128 | mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];",
        "256 | mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11], 2;",
        "128 | mbarrier.arrive_drop.release.cluster.shared::cluster.b64 _, [%r11];",
        "128 | mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r11], 4;"
            + " mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r11], 4;",
        "128 | mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%r11], 8;"
            + " mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r11], 8;"
            + " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];"
      })
  void arrivalsAtAnMbarrierOfAnotherCtaOrderWhatWasStoredThere(int count, String arrival) {
    int[] out =
        out(
            """
              setp.ne.u32 %%p1, %%r2, 0;
              @!%%p1 mbarrier.init.shared.b64 [bar], %d;
              MEET
              mapa.shared::cluster.u32 %%r8, %%r4, 0;
              shl.b32 %%r9, %%r1, 7;
              add.u32 %%r8, %%r8, %%r9;
              add.u32 %%r10, %%r1, 1;
              st.shared::cluster.u32 [%%r8], %%r10;
              mapa.shared::cluster.u32 %%r11, bar, 0;
              %s
              setp.ne.u32 %%p2, %%r1, 0;
              @%%p2 bra END;
            WAIT:
              mbarrier.try_wait.parity.acquire.cluster.shared.b64 %%p3, [bar], 0;
              @!%%p3 bra WAIT;
              ld.shared.u32 %%r12, [%%r4];
              ld.shared.u32 %%r13, [%%r4+128];
              ld.shared.u32 %%r14, [%%r4+256];
              ld.shared.u32 %%r15, [%%r4+384];
              add.u32 %%r12, %%r12, %%r13;
              add.u32 %%r12, %%r12, %%r14;
              add.u32 %%r12, %%r12, %%r15;
              st.global.u32 [%%rd2], %%r12;
            END:
              MEET
            """
                .formatted(count, arrival));
    assertThat(Arrays.copyOf(out, 32)).containsOnly(1 + 2 + 3 + 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "128 | st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r8], %r10, [%r11]; | 1",
        "128 | st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r8], %r10, [%r11]; | 1",
        "128 | red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r8], %r10, [%r11]; | 1001",
        "128 | red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 [%r8], %r10, [%r11]; | 1000"
      })
  void asynchronousStoresCompleteAtTheMbarrierBesideTheirTarget(
      int bytes, String store, int expected) {
    int[] out =
        out(
            """
              setp.ne.u32 %%p1, %%r2, 0;
              @!%%p1 mbarrier.init.shared.b64 [bar], 1;
              st.shared.u32 [%%r4], 1000;
              bar.sync 0;
              @!%%p1 mbarrier.arrive.expect_tx.shared.b64 %%rd3, [bar], %d;
              MEET
              mapa.shared::cluster.u32 %%r8, %%r4, %%r3;
              mapa.shared::cluster.u32 %%r11, bar, %%r3;
              mov.u32 %%r10, 1;
              %s
            WAIT:
              mbarrier.try_wait.parity.shared.b64 %%p3, [bar], 0;
              @!%%p3 bra WAIT;
              ld.shared.u32 %%r12, [%%r4];
              st.global.u32 [%%rd2], %%r12;
              MEET
            """
                .formatted(bytes, store));
    assertThat(out).containsOnly(expected);
  }

  /** What ends a launch, and what the report says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mapa.shared::cluster.u32 %r8, tile, 5; ld.shared::cluster.u32 %r9, [%r8];"
            + " | is of no CTA: the cluster has the ranks 0 to 3",
        "mapa.shared::cluster.u32 %r8, tile, %r3; ld.shared::cluster.u32 %r9, [%r8+2];"
            + " | misaligned address: shared address 0x2",
        "mapa.shared::cluster.u32 %r8, tile, %r3; ld.shared::cluster.u32 %r9, [%r8+65536];"
            + " | is beyond the 1024 bytes of a CTA of the cluster",
        "mapa.shared::cluster.u32 %r8, bar, %r3; cvt.u64.u32 %rd3, %r8; cvta.shared::cluster.u64"
            + " %rd3, %rd3; mbarrier.init.b64 [%rd3], 1;"
            + " | it is initialised, waited for and made invalid by its own CTA alone",
        "mapa.shared::cluster.u32 %r8, bar, %r3; cvt.u64.u32 %rd3, %r8; cvta.shared::cluster.u64"
            + " %rd3, %rd3; mbarrier.arrive.b64 %rd4, [%rd3];"
            + " | its result must be `_`",
        "mapa.shared::cluster.u32 %r8, tile, %r3; mapa.shared::cluster.u32 %r9, bar, %r1;"
            + " st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r8], %r9, [%r9];"
            + " | both must be of one CTA"
      })
  void whatIsUndefinedIsAFault(String instructions, String report) {
    for (boolean functional : new boolean[] {false, true}) {
      Run run = run(clusterDevice().functional(functional), CTAS, instructions + "\nMEET");
      assertThat(run.result().ending()).isEqualTo(Ending.FAULT);
      assertThat(run.result().report()).contains(report);
    }
  }

  /** CTA 1 ends at once, and CTA 0 reads its shared memory later. */
  @Test
  void anAccessToACtaThatHasExitedIsAFault() {
    Run run =
        run(
            clusterDevice(),
            CTAS,
            """
              setp.ne.u32 %p1, %r1, 0;
              @%p1 ret;
              nanosleep.u32 5000;
              mapa.shared::cluster.u32 %r8, %r4, 1;
              ld.shared::cluster.u32 %r9, [%r8];
            """);
    assertThat(run.result().ending()).isEqualTo(Ending.FAULT);
    assertThat(run.result().report())
        .contains(
            "kernel k, CTA (0,0,0), thread (0,0,0): accesses shared address 0x0 (shared tile[0])")
        .contains("of CTA (1,0,0), rank 1 of the cluster, which has exited")
        .contains("A cluster barrier (cluster.sync()) before the exit of each CTA");
  }

  /**
   * Cycles between two readings of the clock around a warp's loads of an address in the next CTA,
   * the second time, when the instructions are in the cache.
   *
   * @param offset computes {@code %r13}, what is added to the address of {@code tile}
   */
  private static int cycles(DeviceBuilder builder, String offset) {
    String body =
        """
          mov.u32 %%r14, 0;
          MEET
        AGAIN:
          mov.u32 %%r9, %%clock;
          %s
          add.u32 %%r13, %%r13, tile;
          mapa.shared::cluster.u32 %%r8, %%r13, %%r3;
          ld.shared::cluster.u32 %%r10, [%%r8];
          add.u32 %%r10, %%r10, %%r11;
          mov.u32 %%r12, %%clock;
          sub.u32 %%r12, %%r12, %%r9;
          add.u32 %%r14, %%r14, 1;
          setp.lt.u32 %%p1, %%r14, 2;
          @%%p1 bra AGAIN;
          st.global.u32 [%%rd2], %%r12;
          MEET
        """
            .formatted(offset);
    return run(builder, CTAS, body).out()[0];
  }

  @Test
  void aRoundTripTakesTwoMessagesAndTheBytesTheirTime() {
    String words = "shl.b32 %r13, %r2, 2;";
    int fast = cycles(clusterDevice().set("cluster.peerLatency=50"), words);
    int slow = cycles(clusterDevice().set("cluster.peerLatency=60"), words);
    int narrow =
        cycles(clusterDevice().set("cluster.peerLatency=50").set("cluster.peerBandwidth=4"), words);
    assertThat(slow - fast).isEqualTo(2 * 10);
    assertThat(narrow - fast).isEqualTo(128 / 4 - Math.ceilDiv(128, 20));
  }

  /** Lanes 32 bytes apart: 8 of the 32 want each bank that they use. */
  @Test
  void banksOfTheTargetConflictAsItsOwnAccessesDo() {
    int words = cycles(clusterDevice(), "shl.b32 %r13, %r2, 2;");
    int conflicting = cycles(clusterDevice(), "shl.b32 %r13, %r2, 5;");
    assertThat(conflicting - words).isEqualTo(8 - 1);
  }

  /**
   * The latency that is measured of an H100: 181 to 193 cycles (docs/use/thread-block-clusters.md).
   */
  @Test
  void aLoadOnTheDataCentreMachineTakesWhatIsMeasured() {
    DeviceBuilder machine =
        new DeviceBuilder("h100-132sm", "gpu", "hrf").set("dram.size=64MiB").watchdog(50_000);
    assertThat(cycles(machine, "mov.u32 %r13, 0;")).isBetween(181, 215);
  }
}
