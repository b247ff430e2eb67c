package dev.syncopate.check.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.Kernels;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The life of an mbarrier object (PTX ISA, "mbarrier"): what PTX leaves undefined is found. */
class MbarrierUseTest {
  private static final String INIT = "@%p2 mbarrier.init.shared.b64 [tile+512], 64;\nbar.sync 0;\n";
  private static final String ARRIVE = "mbarrier.arrive.shared.b64 %rd5, [tile+512];\n";

  private static List<Finding> check(String... body) {
    DeviceBuilder device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32");
    return Kernels.check(device, Set.of(Check.SYNC), 1, 64, String.join("", body)).findings();
  }

  /** A loop that waits for a parity. */
  private static String await(int parity, String label) {
    return """
    %s:
    mbarrier.try_wait.parity.shared.b64 %%p4, [tile+512], %d;
    @!%%p4 bra %s;
    """
        .formatted(label, parity, label);
  }

  /** Rule of each finding, with the lines of its two instructions. */
  private static List<String> found(List<Finding> findings) {
    return findings.stream()
        .map(finding ->
            finding.rule()
                + " "
                + Kernels.line(finding)
                + (finding.related().isEmpty()
                    ? ""
                    : " " + (finding.related().getFirst().line() - Kernels.linesBefore())))
        .toList();
  }

  @Test
  void aLifeByTheManualHasNoFinding() {
    assertThat(
            check(
                INIT,
                ARRIVE,
                await(0, "A"),
                ARRIVE,
                await(1, "B"),
                "bar.sync 0;\n@%p2 mbarrier.inval.shared.b64 [tile+512];\nbar.sync 0;\n",
                "@%p2 st.shared.u64 [tile+512], %rd1;\n",
                INIT,
                ARRIVE,
                await(0, "C")))
        .isEmpty();
  }

  @Test
  void moreArrivalsThanThePhaseWaitsForAreFoundWithTheArrivalBefore() {
    List<Finding> findings =
        check(
            INIT.replace(", 64", ", 3"),
            "@%p2 "
                + ARRIVE
                + "@%p2 "
                + ARRIVE
                + "@%p2 "
                + ARRIVE.replace("];", "], 2;").replace("512], 2", "512], 2"));
    assertThat(found(findings)).isEqualTo(List.of("mbarrier-over-arrival 5 4"));
    assertThat(findings.getFirst().details())
        .satisfiesExactly(
            side -> assertThat(side).endsWith(": it counts 2, and the phase waits for 1 of 3"),
            arrival -> assertThat(arrival).endsWith("was the arrival before"),
            advice -> assertThat(advice).contains("mbarrier.init"));
  }

  @Test
  void aPhaseThatNobodyHasSeenTheEndOfIsFoundAtTheNextArrival() {
    String init = INIT.replace(", 64", ", 1");
    assertThat(found(check(init, "@%p2 " + ARRIVE, "@%p2 " + ARRIVE)))
        .containsExactly("mbarrier-not-awaited 4 3");
    assertThat(check(init, "@%p2 " + ARRIVE, await(0, "A"), "bar.sync 0;\n", "@%p2 " + ARRIVE))
        .isEmpty();
  }

  @Test
  void anObjectIsInitialisedOnceAndBeforeItsUse() {
    assertThat(found(check(ARRIVE))).containsExactly("mbarrier-no-object 1");
    assertThat(
            found(check(INIT, "@%p2 mbarrier.inval.shared.b64 [tile+512];\nbar.sync 0;\n", ARRIVE)))
        .containsExactly("mbarrier-no-object 5 3");
    assertThat(found(check(INIT, INIT))).containsExactly("mbarrier-reinit 3 1");
    String overlapping = "@%p2 mbarrier.init.shared.b64 [tile+520], 1;\n";
    assertThat(check(INIT, overlapping)).isEmpty();
  }

  @Test
  void plainAccessesToAValidObjectAreFound() {
    String store = "@%p2 st.shared.u32 [tile+516], 0;\n";
    assertThat(found(check(INIT, store))).containsExactly("mbarrier-plain-access 3 1");
    assertThat(found(check(INIT, "ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [tile+512];\n")))
        .containsExactly("mbarrier-plain-access 3 1");
    assertThat(found(check(INIT, "@%p2 cp.async.ca.shared.global [tile+512], [%rd1], 4;\n")))
        .containsExactly("mbarrier-plain-access 3 1");
    assertThat(check(INIT, store.replace("516", "520"))).isEmpty();
  }

  /** Warp 0 tests in phase 0; before it tests again two phases have ended. */
  @Test
  void aThreadThatMissesAPhaseIsFoundWithWhatEndedTheLastOne() {
    String body =
        """
          @%p2 mbarrier.init.shared.b64 [tile+512], 1;
          bar.sync 0;
          setp.ge.u32 %p3, %r2, 32;
          mov.u32 %r8, 0;
          @%p3 bra OTHER;
        AGAIN:
          mbarrier.try_wait.parity.shared.b64 %p4, [tile+512], 0;
          @%p4 bra END;
          bar.sync 1;
          bar.sync 2;
          add.u32 %r8, %r8, 1;
          setp.lt.u32 %p5, %r8, 2;
          @%p5 bra AGAIN;
          bra END;
        OTHER:
          bar.sync 1;
          setp.eq.u32 %p5, %r2, 32;
          @%p5 mbarrier.arrive.shared.b64 %rd5, [tile+512];
          @%p5 mbarrier.try_wait.parity.shared.b64 %p4, [tile+512], 0;
          @%p5 mbarrier.arrive.shared.b64 %rd5, [tile+512];
          bar.sync 2;
          bar.sync 1;
          bar.sync 2;
        END:
        """;
    List<Finding> findings =
        check(body).stream().filter(f -> f.rule().startsWith("mbarrier")).toList();
    assertThat(found(findings)).containsExactly("mbarrier-lapped-wait 7 20");
  }

  @Test
  void aStateOfAnOldPhaseIsFound() {
    String arrive = "@%p2 " + ARRIVE;
    String wait = "@%p2 mbarrier.test_wait.shared.b64 %p4, [tile+512], %rd5;\n";
    String old = "@%p2 mbarrier.test_wait.shared.b64 %p4, [tile+512], %rd6;\n";
    String init = INIT.replace(", 64", ", 1");
    String keep = "mov.u64 %rd6, %rd5;\n";
    assertThat(found(check(init, arrive, keep, wait, arrive, wait, old)))
        .containsExactly("mbarrier-lapped-wait 8 6");
    assertThat(check(init, arrive, keep, wait, old, arrive, wait)).isEmpty();
  }

  @Test
  void bytesThatDoNotAddUpAreFoundWithBothSides() {
    String expect = "@%p2 mbarrier.arrive.expect_tx.shared.b64 %rd5, [tile+512], 48;\n";
    String complete = "@%p2 mbarrier.complete_tx.shared.b64 [tile+512], 32;\n";
    String init = INIT.replace(", 64", ", 1");
    List<Finding> missing = check(init, expect, complete);
    assertThat(found(missing)).containsExactly("mbarrier-bytes 3 4");
    assertThat(missing.getFirst().details().getFirst())
        .endsWith(": 16 bytes that its phase expects have not come when the CTA ends");
    List<Finding> unexpected = check(init, complete, complete, expect);
    assertThat(found(unexpected)).containsExactly("mbarrier-bytes 4 5");
    assertThat(unexpected.getFirst().details().getFirst())
        .endsWith(": 16 bytes have come that no phase has expected when all have arrived");
    assertThat(check(init, complete, expect.replace("48", "64"), complete)).isEmpty();
  }

  @Test
  void bytesThatAreLeftWhenAnObjectIsMadeInvalidAreFound() {
    String body =
        """
        @%p2 mbarrier.expect_tx.shared.b64 [tile+512], 48;
        @%p2 mbarrier.inval.shared.b64 [tile+512];
        """;
    assertThat(check(INIT, body).getFirst().details().getFirst())
        .endsWith(": 48 bytes that its phase expects have not come when it is made invalid");
  }

  @Test
  void anArrivalThatPromisesNotToCompleteIsHeldToIt() {
    String init = INIT.replace(", 64", ", 2");
    String arrive = "@%p2 mbarrier.arrive.noComplete.shared.b64 %rd5, [tile+512], 1;\n";
    assertThat(check(init, arrive)).isEmpty();
    assertThat(found(check(init, arrive, arrive))).containsExactly("mbarrier-no-complete 4 1");
  }
}
