package dev.syncopate.machine.divergence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What of a warp's control flow comes back. */
class ScheduleCheckpointTest {
  private static final int KIND = 1;

  /** Lanes 0 and 1 take a branch and name all four; 2 and 3 are about to run. */
  private static Its gathering() {
    Its schedule = new Its(8);
    schedule.start(0xf);
    schedule.branch(10, 0b0011, 20, false);
    schedule.await(0b0011, 0xf, KIND);
    schedule.pass();
    return schedule;
  }

  private static void comeTogether(Its schedule) {
    schedule.await(0b1100, 0xf, KIND);
    schedule.pass();
    assertThat(schedule.gathering()).isNotNull();
  }

  @Test
  void lanesThatWaitedForOthersWaitAgain() {
    Its schedule = gathering();
    ScheduleCheckpoint checkpoint = schedule.checkpoint();
    for (int time = 0; time < 3; time++) {
      assertThat(schedule.pc()).isEqualTo(1);
      assertThat(schedule.active()).isEqualTo(0b1100);
      assertThat(schedule.gathering()).isNull();
      assertThat(schedule.otherSplits()).isEqualTo(1);
      assertThat(schedule.otherState(0)).isEqualTo(LaneSchedule.State.GATHERING);
      assertThat(schedule.otherWants(0)).isEqualTo(0b1100);
      comeTogether(schedule);
      Gathering group = schedule.gathering();
      if (group != null) {
        assertThat(group.lanes()).isEqualTo(0xf);
        assertThat(group.brought()).as("what was brought the time before").isNull();
        group.bring(new long[4]);
      }
      schedule.restore(checkpoint);
    }
  }

  @Test
  void lanesThatHadArrivedAtAJoinWaitThereAgain() {
    Its schedule = new Its(8);
    schedule.start(0xf);
    schedule.branch(3, 0b0011, 4, false);
    schedule.next(); // the taken side is at the join
    assertThat(schedule.active()).isEqualTo(0b1100);
    ScheduleCheckpoint checkpoint = schedule.checkpoint();
    for (int time = 0; time < 2; time++) {
      assertThat(schedule.pc()).isEqualTo(1);
      assertThat(schedule.meetingPc(0)).isEqualTo(4);
      schedule.jump(4, false);
      assertThat(schedule.active()).as("everyone goes on").isEqualTo(0xf);
      assertThat(schedule.meetingPc(0)).isEqualTo(-1);
      schedule.restore(checkpoint);
    }
    assertThat(checkpoint.live()).isEqualTo(0xf);
  }

  @Test
  void aFunctionThatWasEnteredIsLeftAgain() {
    Ipdom schedule = new Ipdom();
    schedule.start(0b11);
    schedule.next();
    ScheduleCheckpoint outside = schedule.checkpoint();
    schedule.call(50);
    ScheduleCheckpoint inside = schedule.checkpoint();
    schedule.restore(outside);
    assertThat(schedule.pc()).isEqualTo(1);
    assertThat(schedule.returnAddresses()).isEmpty();
    schedule.restore(inside);
    assertThat(schedule.pc()).isEqualTo(50);
    assertThat(schedule.returnAddresses()).containsExactly(2);
    schedule.ret(0b11);
    assertThat(schedule.pc()).isEqualTo(2);
  }

  @Test
  void patienceComesBack() {
    Its schedule = new Its(8);
    schedule.start(1);
    long[] before = schedule.patience();
    ScheduleCheckpoint checkpoint = schedule.checkpoint();
    schedule.next();
    schedule.jump(0, true);
    assertThat(schedule.patience()).isNotEqualTo(before);
    schedule.restore(checkpoint);
    assertThat(schedule.patience()).isEqualTo(before);
  }
}
