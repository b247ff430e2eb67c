package dev.syncopate.workload.heterosync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The evidence of a critical section convicts each way in which it can have failed. */
class VisitLogTest {
  /** Visits in the order of the log: visitors 1, 1, 2, 2 entered as number 0, 2, 1, 3. */
  private final int[] log = {
    0, 0, 0, 0, //
    0, 2, 2, 0, //
    0, 1, 1, 0, //
    0, 3, 1, 0
  };

  private final int[] section = VisitLog.freshSections(1);

  VisitLogTest() {
    section[32] = 4;
    section[33] = 2;
    // xorshift32 from 1: 270369, 67634689, -1647531835, 307599695
    section[35] = 307599695;
  }

  @Test
  void visitsOneAfterTheOtherAreProof() {
    assertThat(check()).isEqualTo("true 4 visits to 1 sections were one after the other");
  }

  @Test
  void twoVisitorsWithTheSameCounterAreConvicted() {
    log[9] = 2;
    assertThat(check())
        .isEqualTo(
            "false visit 1 of visitor 1 and visit 0 of visitor 2 both found counter 2 in section 0:"
                + " both were inside at once, or one read stale data");
  }

  @Test
  void aStalePredecessorIsConvicted() {
    log[6] = 1;
    assertThat(check())
        .isEqualTo(
            "false visit 1 of visitor 1, number 2 in section 0, found visitor 1 to be the last,"
                + " expected 2");
  }

  @Test
  void anIntruderIsConvicted() {
    log[11] = 1;
    assertThat(check()).isEqualTo("false visit 0 of visitor 2 was not alone in section 0");
  }

  @Test
  void impossibleCountersAndSectionsAreConvicted() {
    log[1] = 4;
    assertThat(check())
        .isEqualTo("false visit 0 of visitor 1 found counter 4 in section 0, which has 4 visits");
    log[0] = 1;
    assertThat(check()).isEqualTo("false visit 0 of visitor 1 says that it was in section 1 of 1");
  }

  @Test
  void aLostLastUpdateIsConvicted() {
    section[32] = 3;
    assertThat(check())
        .isEqualTo("false section 0[32]: found 3, expected 4; 1 of 64 elements differ");
  }

  @Test
  void aLockLeftTakenAndAWrongPayloadAreConvicted() {
    section[0] = 1;
    section[35] = 1;
    assertThat(check())
        .isEqualTo("false section 0[0]: found 1, expected 0; 2 of 64 elements differ");
  }

  @Test
  void sectionsAreCheckedEachForItself() {
    int[] two = VisitLog.freshSections(2);
    two[64 + 32] = 1;
    two[64 + 33] = 1;
    two[64 + 35] = 270369;
    VisitLog visits = new VisitLog(two, new int[] {1, 0, 0, 0}, 1, 1);
    assertThat(visits.check().message())
        .isEqualTo("1 visits to 2 sections were one after the other");
  }

  private String check() {
    var comparison = new VisitLog(section, log, 2, 1).check();
    return comparison.equal() + " " + comparison.message();
  }
}
