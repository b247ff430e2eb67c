package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bulk copies that may be in flight when their CTA exits. Whether they are is decided by the waits
 * before the exit, not by when the copies end: every kernel here stays until they have ended.
 */
class CopyExitTest {
  private static final String PAUSE = "nanosleep.u32 9000; ";

  /** Thread 0 does the first, thread 32 the second, each at a line of its own. */
  private static List<Finding> check(String first, String second) {
    String body =
        """
          @%p2 mbarrier.init.shared.b64 [tile+512], 1;
          @%p2 mbarrier.init.shared.b64 [tile+520], 1;
          bar.sync 0;
          @%p2 bra FIRST;
          setp.ne.u32 %p3, %r2, 32;
          @%p3 bra END;
          SECOND
          bra END;
        FIRST:
          THIS
        END:
          PAUSE
        """;
    return Kernels.check(1, 64, inWords(body.replace("SECOND", second).replace("THIS", first)));
  }

  private static String inWords(String text) {
    return text.replace("PAUSE", PAUSE)
        .replace("STORE", "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 256;")
        .replace("NEXT", "cp.async.bulk.global.shared::cta.bulk_group [%rd1+256], [tile], 256;")
        .replace(
            "ADD",
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [tile], 256;")
        .replace("COMMIT", "cp.async.bulk.commit_group;")
        .replace("UNTIL", "cp.async.bulk.wait_group")
        .replace(
            "LOAD1",
            "mbarrier.arrive.expect_tx.shared.b64 _, [tile+512], 256; cp.async.bulk.shared::cta"
                + ".global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [tile+512];")
        .replace(
            "LOAD2",
            "mbarrier.arrive.expect_tx.shared.b64 _, [tile+520], 128; cp.async.bulk.shared::cta"
                + ".global.mbarrier::complete_tx::bytes [tile+256], [%rd1], 128, [tile+520];")
        .replace(
            "AWAIT1", "A1: mbarrier.try_wait.parity.shared.b64 %p4, [tile+512], 0; @!%p4 bra A1;")
        .replace(
            "AGAIN1", "B1: mbarrier.try_wait.parity.shared.b64 %p4, [tile+512], 1; @!%p4 bra B1;")
        .replace(
            "OLD1", "D1: mbarrier.try_wait.parity.shared.b64 %p4, [tile+512], 0; @!%p4 bra D1;")
        .replace(
            "AWAIT2", "A2: mbarrier.try_wait.parity.shared.b64 %p4, [tile+520], 0; @!%p4 bra A2;")
        .replace(
            "LOOK1",
            "C1: mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p4, [tile+512], 0; @!%p4 bra C1;");
  }

  /** Lines of the copies that an exit may precede, counted from the first of the thread's. */
  private static String lines(List<Finding> findings) {
    assertThat(findings).allSatisfy(finding -> assertThat(finding.rule()).isEqualTo("race-exit"));
    int first = Kernels.linesBefore() + 10;
    return String.join(
        " ",
        findings.stream()
            .map(finding ->
                finding.details().getFirst().replaceAll("(?s).* at k\\.ptx:(\\d+) by .*", "$1"))
            .map(line -> Integer.toString(Integer.parseInt(line) - first))
            .sorted()
            .toList());
  }

  /** A copy must have been read, and its thread know it, before the memory is gone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "STORE COMMIT UNTIL 0; | '' | ''",
        "STORE COMMIT UNTIL.read 0; | '' | ''",
        "STORE COMMIT | '' | 0",
        "STORE | '' | 0",
        "STORE UNTIL.read 0; | '' | 0",
        "STORE UNTIL.read 0; COMMIT | '' | 0",
        "STORE COMMIT UNTIL.read 1; | '' | 0",
        "STORE COMMIT | UNTIL 0; | 0",
        "STORE COMMIT PAUSE | '' | 0",
        "ADD COMMIT UNTIL.read 0; | '' | ''",
        "ADD COMMIT | '' | 0",
        "STORE COMMIT NEXT COMMIT UNTIL.read 1; UNTIL.read 0; | '' | ''",
        "'' | STORE COMMIT UNTIL.read 0; | ''"
      })
  void aSourceIsReadBeforeItsCtaExits(String first, String second, String copies) {
    assertThat(lines(check(first, second))).isEqualTo(copies);
  }

  /** The wait is for older groups alone. */
  @Test
  void ofTwoGroupsTheOneThatIsNotWaitedForIsTold() {
    assertThat(lines(check("STORE COMMIT\nNEXT COMMIT\nUNTIL.read 1;", ""))).isEqualTo("1");
    assertThat(lines(check("STORE COMMIT\nNEXT COMMIT\nUNTIL.read 0;", ""))).isEmpty();
  }

  /** Any thread of the CTA may wait for a phase, at any order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LOAD1 AWAIT1 | '' | ''",
        "LOAD1 | AWAIT1 | ''",
        "LOAD1 LOOK1 | '' | ''",
        "LOAD1 | '' | 0",
        "LOAD1 PAUSE | '' | 0",
        "LOAD1 LOAD2 AWAIT1 AWAIT2 | '' | ''",
        "LOAD1 AWAIT1 LOAD1 AGAIN1 | '' | ''",
        "LOAD1 AWAIT1 LOAD1 OLD1 | '' | 0"
      })
  void bytesHaveComeBeforeTheirCtaExits(String first, String second, String copies) {
    assertThat(lines(check(first, second))).isEqualTo(copies);
  }

  /** The first copy is complete before the second is issued. */
  @Test
  void aWaitForOneMbarrierIsNoneForAnother() {
    assertThat(lines(check("LOAD1 PAUSE\nLOAD2 AWAIT2", ""))).isEqualTo("0");
    assertThat(lines(check("LOAD1 PAUSE\nLOAD2 AWAIT1", ""))).isEqualTo("1");
  }

  /** Other threads' waits order what their thread knows, and the copy is over for all. */
  @Test
  void theLastExitCounts() {
    assertThat(lines(check("STORE COMMIT UNTIL.read 0;", PAUSE))).isEmpty();
    assertThat(lines(check("PAUSE STORE COMMIT UNTIL.read 0;", ""))).isEmpty();
  }

  @Test
  void theFindingNamesTheCopyTheExitAndTheWait() {
    Finding store = check("STORE COMMIT", "").getFirst();
    assertThat(store.title())
        .isEqualTo("data race on shared tile[0]: its CTA may exit before the copy is over");
    assertThat(store.details().get(0))
        .startsWith("bulk copy to global memory at k.ptx:")
        .contains(" by CTA (0,0,0), thread (0,0,0)");
    assertThat(store.details().get(1)).startsWith("exit at k.ptx:");
    assertThat(store.details().get(2))
        .isEqualTo(
            "shared memory is gone when the last thread of its CTA has exited: the thread that issues"
                + " the copy must commit it to a group, and wait by cp.async.bulk.wait_group.read until"
                + " it has been read, before it exits");
    assertThat(check("LOAD1", "").getFirst().details().get(2))
        .isEqualTo(
            "its bytes may come when the last thread of the CTA has exited, into shared memory that"
                + " another CTA has by then: a thread of the CTA must wait for the phase of the mbarrier"
                + " that counts them before it exits");
  }
}
