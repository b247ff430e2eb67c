package dev.syncopate.machine.divergence;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The control flow of one warp. Its live lanes are divided into <em>splits</em>, sets of lanes with
 * one program counter; one of them, the current split, runs. A divergent branch makes two splits
 * that meet again at a {@link ReconvergencePoint}, the branch's immediate post-dominator; a call
 * makes one at its return address.
 *
 * <p>The taken side of a branch runs first: code written for lockstep warps relies on it.
 */
public abstract class LaneSchedule extends Reconvergence {
  /** State of a split that is not current. */
  public enum State {
    RUNNABLE,
    BLOCKED,
    GATHERING
  }

  /** Puts all lanes at instruction 0. */
  public final void start(long lanes) {
    beginInStep();
    pc = 0;
    active = lanes;
    live = lanes;
    join = null;
    joinPc = NOWHERE;
    frame = CallFrame.root();
    gathering = null;
    otherSplits.clear();
    progress = 0;
  }

  /** Index of the next instruction of the current split. */
  public final int pc() {
    return pc;
  }

  /** Lanes of the current split; 0 when no split can run. */
  public final long active() {
    return active;
  }

  /** Lanes that have not exited. */
  public final long live() {
    return live;
  }

  public final boolean finished() {
    return live == 0;
  }

  /**
   * Grows whenever a lane exits or leaves a loop: a warp in which it stands still is not getting
   * anywhere.
   */
  public final long progress() {
    return progress;
  }

  /** The current split goes to the following instruction. */
  public final void next() {
    if (++pc == joinPc) {
      arrive();
    }
  }

  /**
   * The last instruction, not behind {@code end}, up to which the current split stays as it is if
   * no instruction before changes its way: the place where its lanes meet others, or {@code end}.
   */
  public final int straightUntil(int end) {
    return joinPc > pc && joinPc < end ? joinPc : end;
  }

  /**
   * The current split has executed all instructions before one that {@link #straightUntil} has
   * returned.
   */
  public final void goStraight(int target) {
    moveTo(target);
  }

  /** The current split goes to {@code target}, backwards or forwards. */
  public final void jump(int target, boolean maySpin) {
    int sourcePc = pc;
    boolean backward = target <= sourcePc;
    moveTo(target);
    if (backward && active != 0) {
      wentBack(maySpin, target, sourcePc);
    }
  }

  /**
   * A branch.
   *
   * @param takenLanes lanes of the current split that take it
   * @param reconvergence index of the immediate post-dominator, negative when lanes only meet at
   *     the exit
   * @param maySpin whether the branch closes a loop that may wait for another thread
   */
  public final void branch(int target, long takenLanes, int reconvergence, boolean maySpin) {
    if (takenLanes == active) {
      jump(target, maySpin);
      return;
    }
    boolean backward = target <= pc;
    if (backward) {
      progress++;
    }
    if (takenLanes == 0) {
      next();
      return;
    }
    ReconvergencePoint meeting = meetingAt(reconvergence);
    long stay = active & ~takenLanes;
    int sourcePc = pc;
    enter(meeting);
    if (order != null && order.takenLast()) {
      active = stay;
      setAside(target, takenLanes, meeting);
      moveTo(sourcePc + 1);
      return;
    }
    active = takenLanes;
    setAside(sourcePc + 1, stay, meeting);
    moveTo(target);
    if (backward && active != 0) {
      wentBack(maySpin, target, sourcePc);
    }
  }

  /**
   * One way of a branch with many targets. Call it for each target but the last, then {@link #jump}
   * for the last.
   *
   * @param meeting what {@link #fork} returned
   */
  public final void branchAway(@Nullable ReconvergencePoint meeting, int target, long lanes) {
    active &= ~lanes;
    setAside(target, lanes, meeting);
  }

  /**
   * Begins a branch with many targets: the lanes of the current split will meet at {@code
   * reconvergence}.
   */
  public final @Nullable ReconvergencePoint fork(int reconvergence) {
    ReconvergencePoint meeting = meetingAt(reconvergence);
    enter(meeting);
    return meeting;
  }

  /** A call by the current split: its lanes meet again behind it. */
  public final void call(int target) {
    call(target, active);
  }

  /** A call by some lanes of the current split; the others wait behind it. */
  public final void call(int target, long lanes) {
    int returnPc = pc + 1;
    ReconvergencePoint meeting = new ReconvergencePoint(returnPc, active, join, frame, pc);
    long stay = active & ~lanes;
    active = lanes;
    enter(meeting);
    if (stay != 0) {
      setAside(returnPc, stay, meeting);
    }
    frame = frame.callee(returnPc, lanes);
    moveTo(target);
  }

  /**
   * Like {@link #fork} for an indirect call: lanes that call different functions meet behind it.
   */
  public final void callAway(int target, long lanes) {
    int returnPc = pc + 1;
    ReconvergencePoint meeting =
        join != null && join.isAt(returnPc, frame)
            ? join
            : new ReconvergencePoint(returnPc, active, join, frame, pc);
    enter(meeting);
    active &= ~lanes;
    otherSplits.add(target, lanes, meeting, frame.callee(returnPc, lanes), State.RUNNABLE);
    if (active == 0) {
      resumeAnother();
    }
  }

  /** Returns lanes of the current split to their caller; in the kernel itself they exit. */
  public final void ret(long lanes) {
    CallFrame callee = frame;
    CallFrame caller = callee.caller;
    if (caller == null) {
      exit(lanes);
      return;
    }
    long stay = active & ~lanes;
    if (stay != 0) {
      setAside(pc + 1, stay, join);
      active = lanes;
    }
    ReconvergencePoint outside = join;
    while (outside != null && outside.frame == callee) {
      outside = outside.parent;
    }
    leave(join, outside, lanes);
    enter(outside);
    frame = caller;
    callee.left(lanes);
    moveTo(callee.returnPc);
  }

  /** Ends lanes of the current split; the rest of it goes on behind the instruction. */
  public final void exit(long lanes) {
    progress++;
    live &= ~lanes;
    active &= ~lanes;
    for (ReconvergencePoint j = join; j != null; j = j.parent) {
      j.awaited &= ~lanes;
    }
    releaseGatherings();
    if (active != 0) {
      next();
      return;
    }
    for (ReconvergencePoint j = join; j != null; j = j.parent) {
      if (j.awaited == 0 && j.arrived != 0) {
        release(j);
        break;
      }
    }
    if (active == 0) {
      resumeAnother();
    }
  }

  /** Some lanes of the current split execute its instruction later, as a separate split. */
  public final void setApart(long lanes) {
    active &= ~lanes;
    otherSplits.add(pc, lanes, join, frame, State.RUNNABLE);
  }

  /**
   * Lanes of the current split wait at a CTA barrier, behind the instruction, until {@link
   * #unblock}.
   *
   * @return whether the warp can still run something
   */
  public abstract boolean block(long lanes);

  /** Lanes that were blocked may go on. */
  public abstract void unblock(long lanes);

  /**
   * Lanes that an instruction names ({@code shfl.sync}, {@code bar.warp.sync}, …) and must wait
   * for.
   *
   * @param named those named
   * @param presentLanes those that name them and execute the instruction now
   */
  public abstract long missing(long named, long presentLanes);

  /**
   * Lanes of the current split wait at the instruction until all live lanes that they name have
   * come to one of its kind and name the same. The rest of the split is still current and stays at
   * the instruction: when all groups are dealt with, {@link #pass} lets it go on.
   *
   * @param kind tells instructions that cannot meet apart
   */
  public final void await(long lanes, long named, int kind) {
    Gathering group = otherSplits.gathering(named, kind);
    if (group == null) {
      group = new Gathering(named, kind);
    }
    group.lanes |= lanes;
    active &= ~lanes;
    otherSplits.await(pc, lanes, join, frame, group);
    for (ReconvergencePoint j = join; j != null; j = j.parent) {
      // Who is named and waits at a join for the lanes that name it would wait forever.
      if ((j.arrived & named) != 0) {
        release(j);
      }
    }
  }

  /** What is left of the current split goes on behind an instruction that names lanes. */
  public final void pass() {
    gathering = null;
    releaseGatherings();
    if (active != 0) {
      next();
    } else {
      resumeAnother();
    }
  }

  /**
   * The gathering, now complete, whose instruction the current split executes; null when it has not
   * waited for anyone.
   */
  public final @Nullable Gathering gathering() {
    return gathering;
  }

  /** The gathering of another split, as {@link #gathering()}; null for one that still waits. */
  public final @Nullable Gathering otherGathering(int index) {
    return otherSplits.state[index] == State.RUNNABLE ? otherSplits.gathering[index] : null;
  }

  /** The current split lets another one run, if there is one. */
  public abstract void giveWay();

  /**
   * Whether lanes wait where a branch's sides meet, for lanes that can run, and will be let go in
   * the end if those never come.
   */
  public abstract boolean letsGoInTheEnd();

  /** Called when the current split has gone backwards, to {@code first} from {@code last}. */
  abstract void wentBack(boolean maySpin, int first, int last);

  /** Return addresses of the calls that the current split is in, innermost first. */
  public final int[] returnAddresses() {
    int depth = 0;
    for (CallFrame f = frame; !f.isRoot(); f = f.caller()) {
      depth++;
    }
    int[] addresses = new int[depth];
    int i = 0;
    for (CallFrame f = frame; !f.isRoot(); f = f.caller()) {
      addresses[i++] = f.returnPc;
    }
    return addresses;
  }

  /** Lanes that wait for the current split at joins in some places. */
  public final long waitingAt(IntPredicate place) {
    long waiting = 0;
    for (ReconvergencePoint j = join; j != null; j = j.parent) {
      waiting |= place.test(j.pc) ? j.arrived : 0;
    }
    return waiting;
  }

  /**
   * The lanes of the current split begin something at whose end they meet, and to whose beginning
   * some of them may be sent back.
   *
   * @param meeting index of the instruction there, negative when they only meet at the exit
   */
  public final RepeatedCode begin(int meeting) {
    enter(meetingAt(meeting));
    return new RepeatedCode(pc, join, frame);
  }

  /**
   * Lanes of the current split go no further in a stretch, until they are sent back. Lanes inside
   * the stretch do not wait for them; lanes at its end do. If no lane is left of the split another
   * one runs only after {@link #goOn}.
   */
  public final void withdraw(long lanes, RepeatedCode stretch) {
    active &= ~lanes;
    leave(join, stretch.join, lanes);
  }

  /** Lanes that have been withdrawn begin the stretch again, as the newest split. */
  public final void sendBack(long lanes, RepeatedCode stretch) {
    otherSplits.add(stretch.pc, lanes, stretch.join, stretch.frame, State.RUNNABLE);
  }

  /** Another split runs, if no lane is left of the current one. */
  public final void goOn() {
    if (active == 0) {
      resumeAnother();
    }
  }

  // ---- for reports ----

  public final int otherSplits() {
    return otherSplits.count;
  }

  public final int otherPc(int index) {
    return otherSplits.pc[index];
  }

  public final long otherLanes(int index) {
    return otherSplits.lanes[index];
  }

  public final State otherState(int index) {
    return otherSplits.state[index];
  }

  /** Live lanes that a gathering split waits for. */
  public final long otherWants(int index) {
    Gathering group = otherSplits.gathering[index];
    return group == null ? 0 : group.named & live & ~group.lanes;
  }

  /** Where a lane that is in no split waits for others, or -1. */
  public final int meetingPc(int lane) {
    int joinPc = meetingPc(join, lane);
    for (int i = 0; i < otherSplits.count && joinPc < 0; i++) {
      joinPc = meetingPc(otherSplits.join[i], lane);
    }
    return joinPc;
  }

  private static int meetingPc(@Nullable ReconvergencePoint innermost, int lane) {
    for (ReconvergencePoint j = innermost; j != null; j = j.parent) {
      if ((j.arrived >>> lane & 1) != 0) {
        return j.pc;
      }
    }
    return -1;
  }
}
