package dev.syncopate.check.confluence;

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

/** Other orders of operations on mbarriers of other CTAs than that of the run. */
class ClusterConfluenceTest {
  /**
   * The first thread of each warp of two CTAs of a cluster, whose mbarriers {@code full} and {@code
   * empty} wait for one arrival. {@code %p1} is whether it is CTA 1, {@code %p3} whether it is in
   * another warp than the first; {@code %r4}, {@code %r5} and {@code %r6} are {@code tile}, {@code
   * full} and {@code empty} of the other CTA.
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
        ld.param.u64 %rd2, [flag];
        mov.u32 %r9, %tid.x;
        setp.ge.u32 %p3, %r9, 32;
        and.b32 %r1, %r9, 31;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 ret;
        mov.u32 %r2, %cluster_ctarank;
        setp.eq.u32 %p1, %r2, 1;
        xor.b32 %r3, %r2, 1;
        mapa.shared::cluster.u32 %r4, tile, %r3;
        mapa.shared::cluster.u32 %r5, full, %r3;
        mapa.shared::cluster.u32 %r6, empty, %r3;
      """;

  private static final String INIT =
      "mbarrier.init.shared.b64 [full], 1;\nmbarrier.init.shared.b64 [empty], 1;\n";
  private static final String MEET = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
  private static final String SLOW = "nanosleep.u32 2000;\n";

  /** Both CTAs do what is common; then each its own; at last they meet. */
  private static Checker check(String common, String first, String second) {
    return check(Set.of(Check.CONFLUENCE), 32, common, first, second, MEET);
  }

  private static Checker check(
      Set<Check> checks, int threads, String common, String first, String second, String end) {
    String text =
        HEAD + common + "@%p1 bra SECOND;\n" + first + "bra END;\nSECOND:\n" + second + "END:\n";
    Device device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf")
            .set("core.warpWidth=32")
            .set("cluster.unitsPerGpc=4")
            .watchdog(200_000)
            .open();
    Checker checker = new Checker(checks, device.machine().memory().unitsPerGpu(), false, Set.of());
    checker.watch(device::observe);
    device
        .load("k.ptx", text + end + "  ret;\n}\n")
        .kernel("k")
        .launch(
            LaunchShape.of(2, threads),
            device.allocate("data", 4096),
            device.allocate("flag", 4096));
    return checker;
  }

  private static String arrive(String order, String address) {
    return "mbarrier.arrive%s.shared::cluster.b64 _, [%s];\n".formatted(order, address);
  }

  private static String tell(String address) {
    return arrive(".release.cluster", address);
  }

  private static int labels;

  private static String wait(String barrier, int parity) {
    return """
    W%3$d: mbarrier.try_wait.parity.acquire.cluster.shared.b64 %%p2, [%1$s], %2$d;
    @!%%p2 bra W%3$d;
    """
        .formatted(barrier, parity, labels++);
  }

  private static final String EXPECT = "mbarrier.arrive.expect_tx.shared.b64 _, [full], %d;\n";

  private static List<String> rules(Checker checker) {
    assertThat(checker.unchecked()).isEmpty();
    return checker.findings().stream().map(Finding::rule).distinct().sorted().toList();
  }

  private static void assertCertified(Checker checker, int objects) {
    assertThat(rules(checker)).isEmpty();
    assertThat(checker.confluence()).isEqualTo(new ConfluenceExtent(objects, 0, 0));
  }

  /** Tiles by bulk copies, and a way back by arrivals. */
  @Test
  void aRingBetweenCtasIsCertified() {
    String load =
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
            + " [tile], [%rd1], 128, [full], 2;\n";
    String first = load + wait("empty", 0) + load + wait("empty", 1) + load + wait("empty", 0);
    String expect = EXPECT.formatted(128);
    String second =
        expect
            + wait("full", 0)
            + expect
            + tell("%r6")
            + wait("full", 1)
            + expect
            + tell("%r6")
            + wait("full", 0)
            + tell("%r6");
    assertCertified(check(INIT + MEET, first, second), 4);
  }

  /** The readers keep up in the run, and nothing makes them. */
  @Test
  void aMailboxInAnotherCtaWithoutAWayBackIsFoundThoughTheRunIsRight() {
    String first = SLOW + tell("%r5") + SLOW + tell("%r5") + SLOW + tell("%r5");
    String second = wait("full", 0) + wait("full", 1) + wait("full", 0);
    Set<Check> run = Set.of(Check.RACES, Check.SYNC);
    assertThat(check(run, 32, INIT + MEET, first, second, MEET).findings()).isEmpty();
    Checker checker = check(INIT + MEET, first, second);
    assertThat(rules(checker)).contains("order-error");
    assertThat(checker.findings().getFirst().title())
        .isEqualTo(
            "another order arrives before a wait has seen the last phase end: shared full of CTA (1,0,0)");
  }

  @Test
  void theBarrierOfTheClusterOrdersTheInitialisationAndAnArrivalAtTheOtherCta() {
    String first = SLOW + tell("%r5");
    String second = wait("full", 0);
    assertCertified(check(INIT + MEET, first, second), 4);
    String relaxed =
        "fence.mbarrier_init.release.cluster;\nbarrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;\n";
    assertCertified(check(INIT + relaxed, first, second), 4);
    Checker checker = check(INIT, first, second);
    assertThat(rules(checker)).containsOnly("order-error");
    Finding finding = checker.findings().getFirst();
    assertThat(finding.title())
        .isEqualTo(
            "another order uses an mbarrier before it is initialised: shared full of CTA (1,0,0)");
    assertThat(finding.details().getLast()).contains("a barrier of the cluster");
  }

  /** Messages stay in order in the run. Without a release nothing promises that. */
  @ParameterizedTest
  @ValueSource(strings = {".release.cluster", ".relaxed.cluster"})
  void onlyAReleaseComesBehindAnArrivalElsewhere(String order) {
    String first = arrive(".relaxed.cluster", "%r5") + SLOW + arrive(order, "%r6");
    String second = wait("empty", 0) + "mbarrier.inval.shared.b64 [full];\n";
    Checker checker = check(INIT + MEET, first, second);
    if (order.contains("release")) {
      assertCertified(checker, 4);
    } else {
      assertThat(rules(checker)).containsExactly("order-error");
    }
  }

  /** What a thread sends to one object stays in order. */
  @Test
  void arrivalsOfAThreadAtOneObjectStayInOrder() {
    String expect = "mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%r5], 16;\n";
    String complete = "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r5], 16;\n";
    String first = expect + arrive(".relaxed.cluster", "%r5") + complete;
    assertCertified(check(INIT + MEET, first, wait("full", 0)), 4);
  }

  /** A fence before a relaxed write does what a release does. */
  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void aFlagInTheOtherCtaOrdersWhatIsBehindAFence(boolean fenced, boolean certified) {
    String flag = "mov.b32 %r8, 0;\nst.relaxed.cluster.shared.u32 [tile], %r8;\n";
    String first =
        arrive(".relaxed.cluster", "%r5")
            + (fenced ? "fence.acq_rel.cluster;\n" : SLOW)
            + "mov.b32 %r8, 1;\nst.relaxed.cluster.shared::cluster.u32 [%r4], %r8;\n";
    String second =
        """
        F%d: ld.acquire.cluster.shared.u32 %%r7, [tile];
        setp.eq.u32 %%p2, %%r7, 0;
        @%%p2 bra F%d;
        mbarrier.inval.shared.b64 [full];
        """
            .formatted(labels, labels++);
    Checker checker = check(INIT + flag + MEET, first, second);
    if (certified) {
      assertCertified(checker, 4);
    } else {
      assertThat(rules(checker)).containsExactly("order-error");
    }
  }

  /** A later release of its thread does not tell that an asynchronous store has come. */
  @Test
  void asynchronousStoresAreCountedAtAnyTimeBehindTheirIssue() {
    String store = "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r4], 1, [%r5];\n";
    assertCertified(check(INIT + MEET, store, EXPECT.formatted(4) + wait("full", 0)), 4);
    Checker early =
        check(
            INIT + MEET,
            store + SLOW + tell("%r6"),
            EXPECT.formatted(4) + wait("empty", 0) + "mbarrier.inval.shared.b64 [full];\n");
    assertThat(rules(early)).containsExactly("order-error");
  }

  /** Bytes of a multicast that one CTA does not expect. */
  @Test
  void bytesThatMayCountInTheNextPhaseOfTheOtherCtaAreFound() {
    String copy =
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r4+128], [tile], 128, [%r5];\n";
    String first = copy + copy;
    String second =
        EXPECT.formatted(128) + wait("full", 0) + EXPECT.formatted(128) + wait("full", 1);
    assertThat(rules(check(INIT + MEET, first, second))).contains("order-result");
    String right = EXPECT.formatted(256) + wait("full", 0);
    assertCertified(check(INIT + MEET, first, right), 4);
  }

  /** Who has exited has arrived: its waits come before the end of the barrier. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anExitCountsAtTheBarrierOfTheCluster(boolean meets) {
    String init = "@%p3 bra MEETING;\n" + INIT + "MEETING:\n" + MEET;
    String meet = meets ? MEET : SLOW;
    String first = "@%p3 bra LIVES;\n" + wait("full", 0) + "ret;\nLIVES:\n" + meet;
    String second =
        "@%p3 bra IDLE;\n"
            + tell("%r5")
            + "IDLE:\n"
            + meet
            + "@%p3 bra STILL;\n"
            + tell("%r5")
            + "STILL:\n";
    Checker checker = check(Set.of(Check.CONFLUENCE), 64, init, first, second, MEET);
    if (meets) {
      assertCertified(checker, 4);
    } else {
      assertThat(rules(checker)).containsExactly("order-error");
    }
  }

  /** What a thread has sent before its exit may come behind the barrier. */
  @Test
  void anExitReleasesNothing() {
    String first = tell("%r5") + "ret;\n";
    String second = MEET + "mbarrier.inval.shared.b64 [full];\n";
    Checker checker = check(Set.of(Check.CONFLUENCE), 32, INIT + MEET, first, second, "");
    assertThat(rules(checker)).containsExactly("order-error");
  }
}
