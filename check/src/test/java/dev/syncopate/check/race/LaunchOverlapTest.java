package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.host.StreamRaces;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.runtime.PreparedLaunch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Races between launches that overlap, and what orders them. */
class LaunchOverlapTest {
  private static final int CTAS = 4;
  private static final int THREADS = 64;
  private static final int COUNT = CTAS * THREADS;

  /** {@code d} is the address of the thread's word, {@code e} of that of another CTA. */
  private static String kernel(String name, String body) {
    return """
    .visible .entry %s(.param .u64 data, .param .u64 flag, .param .u64 out) {
      .reg .pred p, first; .reg .u32 i, n, t, v, c; .reg .u64 d, e, f, o, q;
      ld.param.u64 d, [data];
      ld.param.u64 f, [flag];
      ld.param.u64 o, [out];
      mov.u32 c, %%ctaid.x;
      mov.u32 n, %%ntid.x;
      mov.u32 t, %%tid.x;
      mad.lo.u32 i, c, n, t;
      mul.wide.u32 q, i, 4;
      add.u64 o, o, q;
      mov.u64 e, d;
      add.u64 d, d, q;
      mov.u32 v, %%nctaid.x;
      mul.lo.u32 v, v, n;
      sub.u32 v, v, i;
      sub.u32 v, v, 1;
      mul.wide.u32 q, v, 4;
      add.u64 e, e, q;
      setp.eq.u32 first, t, 0;
    %s
      ret;
    }
    """
        .formatted(name, body);
  }

  private static final String WORK =
      """
        mov.u32 n, 400;
        again:
        sub.u32 n, n, 1;
        setp.ne.u32 p, n, 0;
        @p bra again;
      """;
  private static final String LAUNCH = "griddepcontrol.launch_dependents;\n";
  private static final String WAIT = "griddepcontrol.wait;\n";
  private static final String WRITE = "st.global.u32 [d], 7;\n";
  private static final String READ = "ld.global.u32 v, [e];\nst.global.u32 [o], v;\n";

  private static String flags(String write, String read) {
    return "setp.ne.u32 p, c, 0;\n@p bra other;\n"
        + WAIT
        + "bar.sync 0;\n@first "
        + write
        + " [f], 1;\nbra join;\nother:\n"
        + read
        + " v, [f];\nsetp.eq.u32 p, v, 0;\n@p bra other;\njoin:\n";
  }

  /** A CTA's bulk copy of its words in one direction, and the wait for it. */
  private static String bulk(boolean load) {
    String start =
        """
          .shared .align 16 .b8 part[256];
          .shared .align 8 .b64 bar;
          mov.u32 v, part;
          mad.lo.u32 v, t, 4, v;
          st.shared.u32 [v], 7;
          fence.proxy.async;
          bar.sync 0;
          @!first bra copied;
        """;
    String copy =
        load
            ? """
              mbarrier.init.shared::cta.b64 [bar], 1;
              mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 256;
              cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
                [part], [d], 256, [bar];
              arrives:
              mbarrier.try_wait.parity.shared::cta.b64 p, [bar], 0;
              @!p bra arrives;
            """
            : """
              cp.async.bulk.global.shared::cta.bulk_group [d], [part], 256;
              cp.async.bulk.commit_group;
              cp.async.bulk.wait_group 0;
            """;
    return start + copy + "copied:\nbar.sync 0;\nld.shared.u32 v, [v];\nst.global.u32 [o], v;\n";
  }

  private static final String PTX =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
          + kernel("writes_late", LAUNCH + WORK + WRITE)
          + kernel("writes_and_lets", WRITE + LAUNCH + WORK)
          + kernel("releases", WRITE + "bar.sync 0;\nfence.acq_rel.gpu;\n" + LAUNCH + WORK)
          + kernel("releases_alone", WRITE + "fence.acq_rel.gpu;\n" + LAUNCH + WORK)
          + kernel("releases_to_cta", WRITE + "bar.sync 0;\nfence.acq_rel.cta;\n" + LAUNCH + WORK)
          + kernel(
              "cta_releases",
              WRITE + "bar.sync 0;\n@first fence.acq_rel.gpu;\n@first " + LAUNCH + WORK)
          + kernel(
              "releases_too_early",
              WRITE + "@first fence.acq_rel.gpu;\nbar.sync 0;\n@first " + LAUNCH + WORK)
          + kernel("releases_then_writes", "fence.acq_rel.gpu;\n" + LAUNCH + WORK + WRITE)
          + kernel("passes", "fence.acq_rel.gpu;\n" + LAUNCH)
          + kernel("passes_on", WAIT + "fence.acq_rel.gpu;\n" + LAUNCH)
          + kernel("waits_and_lets", WAIT + LAUNCH)
          + kernel("reads", READ)
          + kernel("waits", WAIT + READ)
          + kernel("waits_late", "ld.global.u32 v, [e];\n" + WAIT + "st.global.u32 [o], v;\n")
          + kernel("cta_waits", "@first " + WAIT + "bar.sync 0;\n" + READ)
          + kernel("flags", flags("st.release.gpu.global.u32", "ld.acquire.gpu.global.u32") + READ)
          + kernel(
              "relaxed_flags",
              flags("st.relaxed.gpu.global.u32", "ld.relaxed.gpu.global.u32") + READ)
          + kernel("bulk_writes_late", LAUNCH + WORK + bulk(false))
          + kernel("bulk_reads", bulk(true))
          + kernel("bulk_reads_behind", WAIT + "fence.proxy.async;\n" + bulk(true))
          + kernel("writes_early", "st.global.u32 [d], 9;\n" + WAIT)
          + kernel("counts_late", LAUNCH + WORK + "red.gpu.global.add.u32 [d], 1;\n")
          + kernel("counts", "red.gpu.global.add.u32 [d], 1;\n")
          + kernel("counts_in_cta", "red.cta.global.add.u32 [d], 1;\n");

  private int[] out = {};

  private List<Finding> findings(int seed, String... kernels) {
    return findings(seed, false, kernels);
  }

  /**
   * @param copies whether the host copies to the data in another stream at the end
   */
  private List<Finding> findings(int seed, boolean copies, String... kernels) {
    Device device =
        new DeviceBuilder("titanv-80sm", "gpu", "hrf")
            .set("core.units=4")
            .set("perturb.seed=" + seed)
            .open();
    Checker checker =
        new Checker(Set.of(Check.RACES, Check.SYNC, Check.MEMORY), 4, false, Set.of());
    checker.watch(device::observe);
    StreamRaces streams = Objects.requireNonNull(checker.streams());
    streams.watch();
    Module module = device.load("overlap.ptx", PTX);
    Buffer data = device.allocate("data", 4L * COUNT);
    Buffer flag = device.allocate("flag", 4);
    Buffer output = device.allocate("output", 4L * COUNT);
    List<PreparedLaunch> launches = new ArrayList<>();
    for (String name : kernels) {
      streams.begin("a launch", 1, !launches.isEmpty());
      launches.add(module.kernel(name).prepare(LaunchShape.of(CTAS, THREADS), data, flag, output));
      streams.postpone();
      streams.end();
    }
    assertThat(device.overlaps()).isTrue();
    assertThat(device.launchOverlapping(launches)).hasSize(kernels.length);
    streams.settled();
    if (copies) {
      streams.begin("a copy", 2);
      streams.touches(data.address(), data.bytes(), true);
      streams.end();
    }
    assertThat(checker.unchecked()).isEmpty();
    out = output.readInts();
    return checker.findings();
  }

  /** They overlap under the check: the old data is seen, and the race is found with both lines. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void earlyReadsAreStaleAndFound(int seed) {
    assertThat(findings(seed, "writes_late", "reads"))
        .singleElement()
        .satisfies(race -> {
          assertThat(race.rule()).isEqualTo("dependent-race");
          assertThat(race.details().get(0)).contains("writes_late").contains("weak store at");
          assertThat(race.details().get(1)).contains("reads").contains("weak load at");
        });
    assertThat(out).containsOnly(0);
  }

  /** Nothing is seenRaces, and the data is there, whatever the schedule. */
  @ParameterizedTest
  @CsvSource({
    "writes_late, waits",
    "writes_late, cta_waits",
    "bulk_writes_late, waits",
    "writes_late, bulk_reads_behind",
    "writes_late, flags",
    "writes_and_lets, waits",
    "releases, reads",
    "cta_releases, reads",
    "releases, waits_late"
  })
  void whatWaitsOrIsReleasedIsInOrder(String producer, String consumer) {
    for (int seed = 0; seed < 4; seed++) {
      assertThat(findings(seed, producer, consumer)).as("seed %d", seed).isEmpty();
      assertThat(out).as("seed %d", seed).containsOnly(7);
    }
  }

  /**
   * Of {@code releases_alone} the first warp of a CTA lets the next launch start, and what the
   * second one has released does not count.
   */
  @ParameterizedTest
  @CsvSource({
    "writes_late, waits_late",
    "bulk_writes_late, reads",
    "writes_late, bulk_reads",
    "writes_late, relaxed_flags",
    "writes_and_lets, reads",
    "releases_alone, reads",
    "releases_to_cta, reads",
    "releases_too_early, reads",
    "releases_then_writes, reads",
    "writes_late, writes_early",
    "counts_late, reads",
    "counts_late, counts_in_cta"
  })
  void otherwiseTheyRace(String producer, String consumer) {
    for (int seed = 0; seed < 4; seed++) {
      assertThat(findings(seed, producer, consumer))
          .as("seed %d", seed)
          .isNotEmpty()
          .extracting(Finding::rule)
          .contains("dependent-race")
          .isSubsetOf("dependent-race", "data-race");
    }
  }

  /** What launches do that ran together is compared with other streams when it is known. */
  @Test
  void launchesThatOverlapRaceWithOtherStreams() {
    assertThat(findings(0, true, "writes_late", "waits"))
        .hasSize(2)
        .allSatisfy(race -> {
          assertThat(race.rule()).isEqualTo("stream-race");
          assertThat(race.details().get(1)).isEqualTo("a copy in stream 2 writes");
        })
        .extracting(race -> race.details().getFirst())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("launch 0, writes_late, in stream 1 writes"),
            second -> assertThat(second).startsWith("launch 1, waits, in stream 1 reads"));
  }

  /** Atomics of both launches are no race. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void atomicsOfBothAreInOrder(int seed) {
    assertThat(findings(seed, "counts_late", "counts")).isEmpty();
  }

  /** Of three launches the last comes behind the first if the one between has waited for it. */
  @ParameterizedTest
  @CsvSource({
    "writes_late, passes_on, reads, false",
    "releases, passes, reads, false",
    "writes_late, passes, waits, false",
    "writes_late, passes, reads, true",
    "writes_late, waits_and_lets, reads, true",
    "releases_then_writes, passes, reads, true"
  })
  void theLaunchBetweenPassesOnWhatItIsBehind(
      String first, String second, String third, boolean races) {
    for (int seed = 0; seed < 3; seed++) {
      List<Finding> seenRaces = findings(seed, first, second, third);
      assertThat(!seenRaces.isEmpty()).as("seed %d: %s", seed, seenRaces).isEqualTo(races);
    }
  }
}
