package dev.syncopate.machine.divergence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneScheduleTest {
  private static final long FULL = 0xffff_ffffL;
  private static final int PATIENCE = 4;

  private static List<LaneSchedule> both() {
    return List.of(new IndependentScheduling(PATIENCE), new ReconvergenceStack());
  }

  @Test
  void sidesOfABranchMeetAtThePostDominatorTakenSideFirst() {
    for (LaneSchedule warp : both()) {
      warp.start(FULL);
      // 0: branch to 3 for the low half, meeting at 4; 1, 2: other side, jumps to 4.
      warp.branch(3, 0xffffL, 4, false);
      assertThat(warp.pc()).isEqualTo(3);
      assertThat(warp.active()).isEqualTo(0xffffL);
      warp.next();
      assertThat(warp.pc()).as("the taken side waits, the other side runs").isEqualTo(1);
      assertThat(warp.active()).isEqualTo(0xffff_0000L);
      warp.next();
      warp.jump(4, false);
      assertThat(warp.pc()).isEqualTo(4);
      assertThat(warp.active()).as("all lanes together again").isEqualTo(FULL);
      assertThat(warp.otherSplits()).isZero();
    }
  }

  @Test
  void lanesThatLeaveALoopEarlyWaitBehindItForTheLast() {
    for (LaneSchedule warp : both()) {
      warp.start(0b1111L);
      // 0: body; 1: branch back to 0, one lane fewer each time; 2: behind.
      List<Long> bodies = new ArrayList<>();
      long stay = 0b1111L;
      while (warp.pc() != 2) {
        if (warp.pc() == 0) {
          bodies.add(warp.active());
          warp.next();
        } else {
          stay &= stay - 1;
          warp.branch(0, stay, 2, false);
        }
      }
      assertThat(bodies).containsExactly(0b1111L, 0b1110L, 0b1100L, 0b1000L);
      assertThat(warp.active()).isEqualTo(0b1111L);
      assertThat(warp.progress()).as("leaving a loop is progress").isPositive();
    }
  }

  @Test
  void lanesThatExitAreNotAwaited() {
    for (LaneSchedule warp : both()) {
      warp.start(FULL);
      warp.branch(3, 0xfL, 5, false);
      warp.exit(0xfL);
      assertThat(warp.pc()).isEqualTo(1);
      warp.jump(5, false);
      assertThat(warp.active()).isEqualTo(FULL & ~0xfL);
      warp.exit(warp.active());
      assertThat(warp.finished()).isTrue();
    }
  }

  @Test
  void anExitOfTheLastAwaitedSplitReleasesThoseWhoWait() {
    for (LaneSchedule warp : both()) {
      warp.start(FULL);
      warp.branch(5, 0xfL, 5, false);
      assertThat(warp.active()).isEqualTo(FULL & ~0xfL);
      warp.exit(warp.active());
      assertThat(warp.pc()).isEqualTo(5);
      assertThat(warp.active()).isEqualTo(0xfL);
    }
  }

  @Test
  void lanesOfACallMeetBehindIt() {
    for (LaneSchedule warp : both()) {
      warp.start(0xffL);
      warp.call(10);
      // In the callee the low lanes return at once, the others later.
      warp.branch(20, 0x0fL, -1, false);
      assertThat(warp.pc()).isEqualTo(20);
      warp.ret(0x0fL);
      assertThat(warp.pc()).isEqualTo(11);
      assertThat(warp.active()).isEqualTo(0xf0L);
      warp.ret(0xf0L);
      assertThat(warp.pc()).isEqualTo(1);
      assertThat(warp.active()).isEqualTo(0xffL);
    }
  }

  @Test
  void anIndirectCallSendsLanesToDifferentFunctions() {
    for (LaneSchedule warp : both()) {
      warp.start(0xffL);
      warp.callAway(10, 0x0fL);
      warp.callAway(20, 0xf0L);
      List<Integer> entered = new ArrayList<>();
      while (warp.pc() != 1) {
        entered.add(warp.pc());
        warp.ret(warp.active());
      }
      assertThat(entered).containsExactlyInAnyOrder(10, 20);
      assertThat(warp.active()).isEqualTo(0xffL);
      assertThat(warp.otherSplits()).isZero();
    }
  }

  @Test
  void aBranchWithManyTargetsMeetsAgain() {
    for (LaneSchedule warp : both()) {
      warp.start(0xfffL);
      ReconvergencePoint meeting = warp.fork(9);
      warp.branchAway(meeting, 3, 0x00fL);
      warp.branchAway(meeting, 9, 0x0f0L);
      warp.jump(6, false);
      assertThat(warp.active()).isEqualTo(0xf00L);
      warp.jump(9, false);
      assertThat(warp.pc()).isEqualTo(3);
      warp.jump(9, false);
      assertThat(warp.active()).isEqualTo(0xfffL);
    }
  }

  /**
   * while (!tryLock()); critical; unlock: the post-dominator of the loop lies before the unlock.
   */
  private static int turnsUntilAllHaveHadTheLock(LaneSchedule warp, int lanes, int limit) {
    long owner = 0;
    long finishedLanes = 0;
    warp.start((1L << lanes) - 1);
    for (int turn = 0; turn < limit; turn++) {
      if (warp.finished()) {
        assertThat(finishedLanes).isEqualTo((1L << lanes) - 1);
        return turn;
      }
      switch (warp.pc()) {
        case 0 -> {
          long winner = owner == 0 ? Long.lowestOneBit(warp.active()) : 0;
          owner |= winner;
          warp.next();
          warp.branch(0, warp.active() & ~winner, 2, true);
        }
        case 2 -> {
          assertThat(warp.active()).as("one at a time in the critical section").isEqualTo(owner);
          finishedLanes |= owner;
          owner = 0;
          warp.next();
        }
        case 3 -> warp.exit(warp.active());
        default -> throw new AssertionError("nothing at " + warp.pc());
      }
    }
    return limit;
  }

  @Test
  void aSpinLockTakenByEveryLaneMakesProgressUnderIndependentThreadScheduling() {
    IndependentScheduling knowing = new IndependentScheduling(PATIENCE);
    knowing.ask((spinning, waiting, leftLoop) -> leftLoop ? waiting : 0);
    assertThat(turnsUntilAllHaveHadTheLock(knowing, 32, 100_000)).isLessThan(2_000);
  }

  @Test
  void itDoesSoInTheEndWhereNobodyKnowsWhoHoldsTheLock() {
    assertThat(turnsUntilAllHaveHadTheLock(new IndependentScheduling(PATIENCE), 32, 1_000_000))
        .isBetween(30_000, 200_000);
  }

  @Test
  void aSpinLockTakenByEveryLaneHangsOnAReconvergenceStack() {
    assertThat(turnsUntilAllHaveHadTheLock(new ReconvergenceStack(), 32, 100_000))
        .isEqualTo(100_000);
  }

  @Test
  void warpsInWhichASideGaveWayToTheOtherAreCounted() {
    IndependentScheduling warp = new IndependentScheduling(PATIENCE);
    turnsUntilAllHaveHadTheLock(warp, 32, 1_000_000);
    assertThat(warp.warpsOutOfStep()).isEqualTo(1);
    turnsUntilAllHaveHadTheLock(warp, 32, 1_000_000);
    assertThat(warp.warpsOutOfStep()).isEqualTo(2);
    ReconvergenceStack stack = new ReconvergenceStack();
    turnsUntilAllHaveHadTheLock(stack, 32, 100_000);
    assertThat(stack.warpsOutOfStep()).isZero();
  }

  @Test
  void sidesThatMeetBeforeEitherGivesWayAreInStep() {
    IndependentScheduling warp = new IndependentScheduling(PATIENCE);
    warp.start(FULL);
    warp.branch(3, 0xffffL, 6, false);
    while (warp.pc() != 6) {
      warp.next();
    }
    assertThat(warp.active()).isEqualTo(FULL);
    assertThat(warp.warpsOutOfStep()).isZero();
  }

  @Test
  void aFlagSetByOneLaneIsSeenByThoseThatSpinOnItFirst() {
    LaneSchedule warp = new IndependentScheduling(PATIENCE);
    warp.start(0b11L);
    boolean flag = false;
    // 0: lane 0 goes to the spin loop at 3, lane 1 falls through to 1 and sets the flag; they meet
    // at 5.
    warp.branch(3, 0b01L, 5, false);
    for (int turn = 0; turn < 100 && warp.active() != 0b11L; turn++) {
      switch (warp.pc()) {
        case 1 -> {
          flag = true;
          warp.jump(5, false);
        }
        case 3 -> warp.next();
        case 4 -> warp.branch(3, flag ? 0 : warp.active(), 5, true);
        default -> throw new AssertionError("nothing at " + warp.pc());
      }
    }
    assertThat(warp.pc()).isEqualTo(5);
    assertThat(warp.active()).isEqualTo(0b11L);
  }

  @Test
  void aSplitAtABarrierLetsTheOthersOfItsWarpGetThere() {
    LaneSchedule warp = new IndependentScheduling(PATIENCE);
    warp.start(FULL);
    warp.branch(3, 0xffffL, 6, false);
    assertThat(warp.block(0xffffL)).as("the other half can run").isTrue();
    assertThat(warp.pc()).isEqualTo(1);
    assertThat(warp.block(0xffff_0000L)).as("nobody is left").isFalse();
    assertThat(warp.active()).isZero();
    warp.unblock(FULL);
    assertThat(warp.active()).isNotZero();
    while (warp.pc() != 6) {
      warp.jump(6, false);
    }
    assertThat(warp.active()).isEqualTo(FULL);
  }

  @Test
  void lanesWaitingForReconvergenceGoOnWhenTheOthersAreAllAtABarrier() {
    LaneSchedule warp = new IndependentScheduling(PATIENCE);
    warp.start(FULL);
    warp.branch(6, 0xffffL, 6, false);
    assertThat(warp.pc()).isEqualTo(1);
    assertThat(warp.block(0xffff_0000L)).isTrue();
    assertThat(warp.pc()).isEqualTo(6);
    assertThat(warp.active()).isEqualTo(0xffffL);
  }

  @Test
  void anInstructionThatNamesLanesWaitsForThem() {
    LaneSchedule warp = new IndependentScheduling(PATIENCE);
    warp.start(FULL);
    // Two sides that both come to instruction 4, which names all lanes, before they meet at 9.
    warp.branch(3, 0xffffL, 9, false);
    warp.next();
    assertThat(warp.missing(FULL, 0xffffL)).isEqualTo(0xffff_0000L);
    warp.await(0xffffL, FULL, 1);
    warp.pass();
    assertThat(warp.pc()).isEqualTo(1);
    warp.jump(4, false);
    warp.await(0xffff_0000L, FULL, 1);
    warp.pass();
    assertThat(warp.pc()).isEqualTo(4);
    assertThat(warp.active()).as("they are one split").isEqualTo(FULL);
    assertThat(warp.gathering()).isNotNull();
    warp.pass();
    assertThat(warp.pc()).isEqualTo(5);
    warp.jump(9, false);
    assertThat(warp.active()).isEqualTo(FULL);
  }

  @Test
  void aGatheringDoesNotWaitForLanesThatExit() {
    LaneSchedule warp = new IndependentScheduling(PATIENCE);
    warp.start(FULL);
    warp.branch(3, 0xffffL, -1, false);
    warp.await(0xffffL, FULL, 1);
    warp.pass();
    warp.exit(warp.active());
    assertThat(warp.pc()).isEqualTo(3);
    assertThat(warp.gathering()).isNotNull();
  }
}
