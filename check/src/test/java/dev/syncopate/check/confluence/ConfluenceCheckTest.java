package dev.syncopate.check.confluence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.race.Kernels;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Other orders of the operations on mbarriers than that of the run, in two warps of one CTA. */
class ConfluenceCheckTest {
  /** {@code %p3} is true in the second warp; {@code %p6} in its first thread. */
  private static final String WARPS =
      """
      setp.ge.u32 %p3, %r2, 32;
      setp.eq.u32 %p6, %r2, 32;
      """;

  private static Checker check(Set<Check> checks, String... body) {
    DeviceBuilder device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32");
    return Kernels.check(device, checks, 1, 64, WARPS + String.join("", body));
  }

  private static Checker check(String... body) {
    return check(Set.of(Check.CONFLUENCE), body);
  }

  private static String init(int object, int count) {
    return "@%%p2 mbarrier.init.shared.b64 [tile+%d], %d;\n".formatted(512 + 8 * object, count);
  }

  private static String arrive(int object) {
    return "mbarrier.arrive.shared.b64 %%rd5, [tile+%d];\n".formatted(512 + 8 * object);
  }

  /** A loop that waits for a parity. */
  private static String await(int object, int parity, String label) {
    return """
    %s:
    mbarrier.try_wait.parity.shared.b64 %%p4, [tile+%d], %d;
    @!%%p4 bra %s;
    """
        .formatted(label, 512 + 8 * object, parity, label);
  }

  /** The first warp executes one text and the second another. */
  private static String apart(String first, String second) {
    return "@%p3 bra SECOND;\n" + first + "bra END;\nSECOND:\n" + second + "END:\n";
  }

  private static final String BARRIER = "bar.sync 0;\n";

  private static List<String> rules(Checker checker) {
    return checker.findings().stream().map(Finding::rule).toList();
  }

  private static void assertCertified(Checker checker, int objects) {
    assertThat(checker.findings()).isEmpty();
    assertThat(checker.unchecked()).isEmpty();
    assertThat(checker.confluence()).isEqualTo(new ConfluenceExtent(objects, 0, 0));
  }

  @Test
  void aHandOverInBothDirectionsIsCertified() {
    String producer =
        await(1, 1, "A") + arrive(0) + await(1, 0, "B") + arrive(0) + await(1, 1, "C") + arrive(0);
    String consumer =
        await(0, 0, "D") + arrive(1) + await(0, 1, "E") + arrive(1) + await(0, 0, "F") + arrive(1);
    assertCertified(check(init(0, 32), init(1, 32), BARRIER, apart(producer, consumer)), 2);
  }

  /** The consumer keeps up in the run, and nothing makes it. */
  @Test
  void aMailboxWithoutAWayBackIsFoundThoughTheRunIsRight() {
    String slow = "nanosleep.u32 2000;\n";
    String producer = slow + arrive(0) + slow + arrive(0) + slow + arrive(0);
    String consumer = await(0, 0, "D") + await(0, 1, "E") + await(0, 0, "F");
    String body = init(0, 32) + BARRIER + apart(producer, consumer);
    assertThat(check(Set.of(Check.RACES, Check.SYNC), body).findings()).isEmpty();
    Checker checker = check(body);
    assertThat(rules(checker)).containsOnly("order-error");
    Finding finding = checker.findings().getFirst();
    assertThat(finding.title())
        .isEqualTo(
            "another order arrives before a wait has seen the last phase end: shared tile[64]");
    assertThat(finding.details().get(1)).isEqualTo("the order, by operations on this mbarrier:");
    assertThat(finding.related()).hasSize(2);
  }

  @Test
  void aUseWithoutABarrierBehindTheInitialisationIsFoundThoughTheRunIsRight() {
    String body = init(0, 32) + apart("", "nanosleep.u32 2000;\n" + arrive(0));
    assertThat(check(Set.of(Check.SYNC), body).findings()).isEmpty();
    assertThat(check(body).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("order-error");
          assertThat(finding.title())
              .isEqualTo(
                  "another order uses an mbarrier before it is initialised: shared tile[64]");
        });
  }

  /** The other warp expects the bytes, and may do so behind the arrival. */
  @Test
  void bytesThatAreExpectedByAThreadThatDoesNotArriveMayBelongToTheNextPhase() {
    String expect = "@%p2 mbarrier.expect_tx.shared.b64 [tile+512], 16;\n";
    String complete = "@%p2 mbarrier.complete_tx.shared.b64 [tile+512], 16;\n";
    String slow = "nanosleep.u32 2000;\n";
    String body =
        init(0, 1)
            + BARRIER
            + apart(expect + complete, slow + "@%p6 " + arrive(0) + await(0, 0, "A"));
    assertThat(check(Set.of(Check.SYNC), body).findings()).isEmpty();
    assertThat(rules(check(body))).containsOnly("order-result");
    String right =
        init(0, 1)
            + BARRIER
            + apart(
                "@%p2 mbarrier.arrive.expect_tx.shared.b64 %rd5, [tile+512], 16;\n" + complete,
                await(0, 0, "A"));
    assertCertified(check(right), 1);
  }

  @Test
  void aFlagInMemoryOrdersWhatItHasOrderedInTheRun() {
    String tell = "@%p2 st.release.gpu.global.u32 [%rd2], 1;\n";
    String hear =
        """
        HEAR:
        ld.acquire.gpu.global.u32 %r6, [%rd2];
        setp.eq.u32 %p4, %r6, 0;
        @%p4 bra HEAR;
        """;
    assertCertified(check(init(0, 32), apart(tell, hear + arrive(0))), 1);
    String tellShared = "@%p2 atom.shared.exch.b32 %r6, [tile], 1;\n";
    String hearShared =
        hear.replace("ld.acquire.gpu.global.u32 %r6, [%rd2]", "ld.volatile.shared.u32 %r6, [tile]");
    String zero = "@%p2 st.volatile.shared.u32 [tile], 0;\n" + BARRIER;
    assertCertified(check(zero, init(0, 32), apart(tellShared, hearShared + arrive(0))), 1);
  }

  /** One lane waits for all of its warp. */
  @Test
  void lanesBehindAnExchangeFollowTheLaneThatHasWaited() {
    String waitOfOne = "@!%p6 bra J;\n" + await(0, 0, "A") + "J:\n";
    String next = "@%p6 " + arrive(0);
    String arrival = "@%p2 " + arrive(0);
    String vote = "vote.sync.ballot.b32 %r8, 1, -1;\n";
    String second = "setp.eq.u32 %p5, %r2, 33;\n" + waitOfOne;
    String third = next.replace("%p6", "%p5") + await(0, 1, "B");
    assertCertified(check(init(0, 1), BARRIER, apart(arrival, second + vote + third)), 1);
    assertThat(rules(check(init(0, 1), BARRIER, apart(arrival, second + third))))
        .contains("order-error");
  }

  @Test
  void copiesArriveBehindTheirRequest() {
    String copy =
        """
        cp.async.ca.shared.global [%r5], [%rd4], 4;
        cp.async.mbarrier.arrive.shared.b64 [tile+512];
        """;
    assertCertified(check(init(0, 64), BARRIER, copy, arrive(0), await(0, 0, "A")), 1);
    String counted = copy.replace("arrive.shared", "arrive.noinc.shared");
    assertCertified(check(init(0, 64), BARRIER, counted, await(0, 0, "A")), 1);
    // The thread of the arrival that completes the phase does not wait for the requests of others.
    String unordered = apart(copy, "nanosleep.u32 4000;\n" + arrive(0) + await(0, 0, "A"));
    assertThat(rules(check(init(0, 32), BARRIER, unordered))).contains("order-result");
  }

  @Test
  void anObjectIsInitialisedAgainBehindItsInvalidation() {
    String inval = "@%p2 mbarrier.inval.shared.b64 [tile+512];\n";
    String life = init(0, 64) + BARRIER + arrive(0) + await(0, 0, "A") + BARRIER + inval;
    String again = life.replace("A", "B");
    assertCertified(check(life, BARRIER, again), 2);
    String early =
        init(0, 32)
            + BARRIER
            + apart("nanosleep.u32 2000;\n" + inval, arrive(0) + await(0, 0, "A"));
    assertThat(rules(check(early))).containsOnly("order-error");
  }

  @Test
  void statesOfPhasesAreWaitedForLikeParities() {
    String round =
        """
        @%%p2 mbarrier.arrive.shared.b64 %%rd5, [tile+512];
        %1$s:
        @%%p2 mbarrier.test_wait.shared.b64 %%p4, [tile+512], %%rd5;
        """;
    assertCertified(check(init(0, 1), BARRIER, round.formatted("A"), round.formatted("B")), 1);
  }

  @Test
  void threadsThatDropOutLowerTheCountOfLaterPhases() {
    String drop = "mbarrier.arrive_drop.shared.b64 %rd5, [tile+512];\n";
    String stays = arrive(0) + await(0, 0, "A") + arrive(0) + await(0, 1, "B");
    assertCertified(check(init(0, 64), BARRIER, apart(stays, drop)), 1);
  }

  /** The first warp may sleep between its arrival and its wait, until two phases have ended. */
  @Test
  void aWaitThatTwoPhasesCanOvertakeIsADeadlockThoughTheRunEnds() {
    String first = "@%p2 " + arrive(0) + await(0, 0, "A");
    String second = await(0, 0, "B") + "nanosleep.u32 2000;\n@%p6 " + arrive(0);
    String body = init(0, 1) + BARRIER + apart(first, second);
    assertThat(check(Set.of(Check.SYNC, Check.RACES), body).findings()).isEmpty();
    Finding finding = check(body).findings().getFirst();
    assertThat(finding.rule()).isEqualTo("order-deadlock");
    assertThat(finding.details().getFirst()).endsWith(" never ends");
  }

  /** Nothing orders the expectation behind a wait, and only its own thread ends a phase. */
  @Test
  void ordersAreTriedWhereThereIsNoCertificate() {
    String first = "@%p2 " + arrive(0) + "@%p2 mbarrier.expect_tx.shared.b64 [tile+512], 16;\n";
    Checker checker = check(init(0, 1), BARRIER, apart(first, await(0, 0, "A")));
    assertThat(checker.findings()).isEmpty();
    assertThat(checker.unchecked()).isEmpty();
    assertThat(checker.confluence().certified()).isZero();
    assertThat(checker.confluence().searched()).isOne();
    assertThat(checker.confluence().states()).isGreaterThan(3);
  }

  @Test
  void aLaunchWithoutMbarriersIsNotRecorded() {
    Checker checker = check("bar.sync 0;\n");
    assertThat(checker.confluence()).isEqualTo(ConfluenceExtent.NONE);
    assertThat(checker.unchecked()).isEmpty();
  }
}
