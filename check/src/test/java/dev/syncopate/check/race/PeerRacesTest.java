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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Accesses to the shared memory of another CTA of a cluster: what orders them, and what does not.
 */
class PeerRacesTest {
  /**
   * Thread 0 of each of two CTAs of a cluster. CTA 1 has an mbarrier that waits for one arrival,
   * and tells CTA 0 by a flag in global memory that it is initialised.
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
        .shared .align 16 .b8 tile[256];
        .shared .align 8 .b64 bar;
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [flag];
        mov.u32 %r1, %tid.x;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 ret;
        mov.u32 %r2, %cluster_ctarank;
        setp.eq.u32 %p1, %r2, 1;
        @%p1 bra READER;
      READY:
        ld.acquire.gpu.global.u32 %r3, [%rd2];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra READY;
        mapa.shared::cluster.u32 %r4, tile, 1;
        mapa.shared::cluster.u32 %r5, bar, 1;
      """;

  private static List<Finding> check(Check rules, String writer, String reader) {
    String text =
        HEAD
            + writer
            + """

              ret;
            READER:
              mbarrier.init.shared.b64 [bar], 1;
              st.release.gpu.global.u32 [%rd2], 1;
            AGAIN:
            """
            + reader
            + "\n  ret;\n}\n";
    return run(rules, text);
  }

  private static List<Finding> run(Check rules, String text) {
    Device device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf")
            .set("core.warpWidth=32")
            .set("cluster.unitsPerGpc=4")
            .watchdog(200_000)
            .open();
    Checker checker =
        new Checker(Set.of(rules), device.machine().memory().unitsPerGpu(), false, Set.of());
    checker.record(0);
    checker.watch(device::observe);
    device
        .load("k.ptx", text)
        .kernel("k")
        .launch(
            LaunchShape.of(2, 32), device.allocate("data", 4096), device.allocate("flag", 4096));
    return checker.findings();
  }

  private static List<String> rules(List<Finding> findings) {
    return findings.stream().map(Finding::rule).distinct().sorted().toList();
  }

  /** Data in the other CTA's shared memory, and an arrival at its mbarrier. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mbarrier.arrive.release.cluster | try_wait.parity.acquire.cluster | ''",
        "fence.acq_rel.cluster; mbarrier.arrive.relaxed.cluster | try_wait.parity.acquire.cluster | ''",
        "mbarrier.arrive.relaxed.cluster | try_wait.parity.acquire.cluster | race",
        "mbarrier.arrive.release.cluster | try_wait.parity.relaxed.cluster | race",
        "mbarrier.arrive.release.cta | try_wait.parity.acquire.cluster | race, race-scope",
        "mbarrier.arrive.release.cluster | try_wait.parity | race, race-scope"
      })
  void anArrivalOrdersAtClusterScope(String arrival, String wait, String rules) {
    List<Finding> findings =
        check(
            Check.RACES,
            "st.shared::cluster.u32 [%r4], 42; " + arrival + ".shared::cluster.b64 _, [%r5];",
            "mbarrier."
                + wait
                + ".shared.b64 %p3, [bar], 0; @!%p3 bra AGAIN; ld.shared.u32 %r6, [tile];");
    assertThat(String.join(", ", rules(findings))).isEqualTo(rules);
  }

  /** Data in either memory, and a flag in the other CTA's shared memory. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.shared::cluster.u32 [%r4] | shared | st.release.cluster | ld.acquire.cluster | ''",
        "st.global.u32 [%rd1] | global | st.release.cluster | ld.acquire.cluster | ''",
        "st.global.u32 [%rd1] | global | fence.acq_rel.cluster; st.relaxed.cluster | ld.acquire.gpu | ''",
        "st.global.u32 [%rd1] | global | st.release.gpu | ld.acquire.gpu | ''",
        "st.shared::cluster.u32 [%r4] | shared | st.relaxed.cluster | ld.acquire.cluster | race",
        "st.global.u32 [%rd1] | global | fence.acq_rel.cta; st.relaxed.cluster | ld.acquire.cluster | race",
        "st.global.u32 [%rd1] | global | st.release.cta | ld.acquire.cluster | race, race-scope",
        "st.shared::cluster.u32 [%r4] | shared | st.weak | ld.weak | race"
      })
  void aFlagOrdersAtClusterScope(
      String store, String space, String tell, String await, String rules) {
    List<Finding> findings =
        check(
            Check.RACES,
            store + ", 42; " + tell + ".shared::cluster.u32 [%r4+64], 1;",
            await
                + ".shared.u32 %r6, [tile+64]; setp.eq.u32 %p3, %r6, 0; @%p3 bra AGAIN; "
                + (space.equals("shared")
                    ? "ld.shared.u32 %r7, [tile];"
                    : "ld.global.u32 %r7, [%rd1];"));
    assertThat(String.join(", ", rules(findings))).isEqualTo(rules);
  }

  @Test
  void theFindingNamesBothCtasAndTheScopeThatIsNeeded() {
    List<Finding> findings =
        check(
            Check.RACES,
            "st.shared::cluster.u32 [%r4], 42;\nst.release.cta.shared::cluster.u32 [%r4+64], 1;",
            "ld.acquire.cluster.shared.u32 %r6, [tile+64];\nsetp.eq.u32 %p3, %r6, 0;\n"
                + "@%p3 bra AGAIN;\nld.shared.u32 %r7, [tile];");
    assertThat(findings)
        .filteredOn(finding -> finding.rule().equals("race"))
        .singleElement()
        .satisfies(race -> {
          assertThat(race.details().get(0))
              .contains("weak store at k.ptx:")
              .contains("CTA (0,0,0), thread (0,0,0)");
          assertThat(race.details().get(1))
              .contains("weak load at k.ptx:")
              .contains("CTA (1,0,0), thread (0,0,0)");
          assertThat(race.details().get(2))
              .matches("the st.release.cta at k.ptx:\\d+ needs cluster scope");
        });
    assertThat(findings)
        .filteredOn(finding -> finding.rule().equals("race-scope"))
        .allSatisfy(race ->
            assertThat(race.details().get(2))
                .endsWith("needs cluster scope: the threads are in different CTAs of one cluster"));
  }

  @Test
  void anUnorderedAccessIsToldOfTheBarrierOfTheCluster() {
    List<Finding> findings =
        check(
            Check.RACES,
            "st.shared::cluster.u32 [%r4], 42;",
            "ld.shared.u32 %r6, [tile]; nanosleep.u32 9000;");
    assertThat(findings)
        .singleElement()
        .satisfies(race ->
            assertThat(race.details().get(2))
                .contains("a barrier of the cluster (cluster.sync()) between the two would"));
  }

  @Test
  void arrivalsFromAnotherCtaCountInTheLifeOfAnMbarrier() {
    List<Finding> findings =
        check(
            Check.SYNC,
            "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5], 2;",
            "mbarrier.try_wait.parity.acquire.cluster.shared.b64 %p3, [bar], 0; @!%p3 bra AGAIN;");
    assertThat(findings)
        .singleElement()
        .satisfies(error -> {
          assertThat(error.rule()).isEqualTo("mbarrier-over-arrival");
          assertThat(error.details().get(0)).contains("CTA (0,0,0), thread (0,0,0)");
        });
    assertThat(
            check(
                Check.SYNC,
                "st.shared::cluster.u32 [%r5], 0;",
                "mbarrier.arrive.shared.b64 %rd3, [bar]; nanosleep.u32 9000;"))
        .singleElement()
        .satisfies(error -> {
          assertThat(error.rule()).isEqualTo("mbarrier-plain-access");
          assertThat(error.details().get(0)).contains("CTA (0,0,0), thread (0,0,0)");
          assertThat(error.details().get(1)).contains("CTA (1,0,0), thread (0,0,0)");
        });
  }

  /**
   * What lanes read of other CTAs is recorded with their own access, and not with the one before.
   */
  @Test
  void atomicsOfWholeWarpsAreRecorded() {
    String text =
        HEAD.substring(0, HEAD.indexOf("  mov.u32 %r1, %tid.x;"))
            + """
              mov.u32 %r2, %cluster_ctarank;
              xor.b32 %r2, %r2, 1;
              mapa.shared::cluster.u32 %r4, tile, %r2;
              atom.add.relaxed.cluster.shared::cluster.u32 %r5, [%r4], 1;
              mov.u32 %r1, %tid.x;
              setp.ne.u32 %p1, %r1, 0;
              @!%p1 st.release.gpu.global.u32 [%rd1], 1;
              atom.add.acq_rel.cluster.shared::cluster.u32 %r6, [%r4], 1;
              nanosleep.u32 9000;
              ret;
            }
            """;
    assertThat(run(Check.RACES, text)).extracting(Finding::rule).doesNotContain("race");
  }

  /**
   * CTA 0 accesses the shared memory of CTA 1, which happens to be there still. What stands behind
   * the access, and in CTA 1, orders the access before the exit of CTA 1, or does not.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.shared::cluster.u32 [%r4], 42; | '' | race-exit",
        "ld.shared::cluster.u32 %r6, [%r4]; | '' | race-exit",
        "st.shared::cluster.u32 [%r4], 42; RELEASE | ACQUIRE | ''",
        "st.shared::cluster.u32 [%r4], 42; RELAXED | ACQUIRE | race-exit",
        "RELEASE st.shared::cluster.u32 [%r4], 42; | ACQUIRE | race-exit",
        "ARRIVE | '' | race-exit",
        "ARRIVE | WAIT | ''",
        "st.shared::cluster.u32 [%r4], 42; ARRIVE | WAIT | race-exit",
        "st.relaxed.cluster.shared::cluster.u32 [%r4], 42; | ld.relaxed.cluster.shared.u32 %r6, [tile]; | race-exit",
        "st.relaxed.cluster.shared::cluster.u32 [%r4], 42; | PAUSE ld.relaxed.cluster.shared.u32 %r6, [tile]; | ''"
      })
  void accessesAreOverBeforeTheirCtaExits(String access, String reader, String rules) {
    List<Finding> findings =
        check(Check.RACES, inWords(access), inWords(reader) + inWords("PAUSE"));
    assertThat(String.join(", ", rules(findings))).isEqualTo(rules);
  }

  private static String inWords(String text) {
    String await = "barrier.cluster.wait.acquire;";
    return text.replace("RELEASE", "barrier.cluster.arrive.release; " + await)
        .replace("RELAXED", "barrier.cluster.arrive.relaxed; " + await)
        .replace("ACQUIRE", "barrier.cluster.arrive.release; " + await)
        .replace("ARRIVE", "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%r5];")
        .replace(
            "WAIT",
            "mbarrier.try_wait.parity.relaxed.cluster.shared.b64 %p3, [bar], 0; @!%p3 bra AGAIN;")
        .replace("PAUSE", "nanosleep.u32 9000; ");
  }

  @Test
  void anExitThatIsTooEarlyIsToldWithTheAccess() {
    List<Finding> findings =
        check(Check.RACES, "st.shared::cluster.u32 [%r4], 42;", "nanosleep.u32 9000;");
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().title())
        .isEqualTo("data race on shared tile[0]: its CTA may exit before the access");
    assertThat(findings.getFirst().details())
        .containsExactly(
            "weak store at k.ptx:24 by CTA (0,0,0), thread (0,0,0); last synchronised by"
                + " ld.acquire.gpu at k.ptx:19",
            "exit at k.ptx:31 by CTA (1,0,0), thread (0,0,0); last synchronised by st.release.gpu"
                + " at k.ptx:28",
            "shared memory is gone when the last thread of its CTA has exited: a barrier of the"
                + " cluster (cluster.sync()) behind the access, before the exit, keeps it there");
  }

  @Test
  void anMbarrierOfAnotherCtaIsInitialisedBeforeABarrierOfTheCluster() {
    List<Finding> findings =
        check(
            Check.RACES,
            "nanosleep.u32 9000; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r4+128];",
            "mbarrier.init.shared.b64 [tile+128], 1; nanosleep.u32 20000;");
    assertThat(findings)
        .singleElement()
        .satisfies(race ->
            assertThat(race.details().getLast())
                .endsWith(
                    "a barrier of the cluster (cluster.sync()) between the two would order"
                        + " them"));
  }

  /** As in every other report, an element of what is copied has four bytes. */
  @ParameterizedTest
  @ValueSource(ints = {48, 64, 128})
  void aCopyThatAnExitMayPrecedeIsToldByItsFirstBytes(int bytes) {
    List<Finding> findings =
        check(
            Check.RACES,
            "mov.u32 %r6, tile;\ncp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                + " [%r4+64], [%r6], "
                + bytes
                + ", [%r5];",
            "nanosleep.u32 20000;");
    String problem = ": its CTA may exit before the copy is over";
    assertThat(findings)
        .extracting(Finding::title)
        .containsExactlyInAnyOrder(
            "data race on shared tile[0]" + problem, "data race on shared tile[16]" + problem);
    assertThat(findings)
        .extracting(finding -> finding.details().get(2).replaceFirst(":.*", ""))
        .containsExactlyInAnyOrder(
            "shared memory is gone when the last thread of its CTA has exited",
            "its bytes may come when the last thread of the CTA has exited, into shared memory that"
                + " another CTA has by then");
  }
}
