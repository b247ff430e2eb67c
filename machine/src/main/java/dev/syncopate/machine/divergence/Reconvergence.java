package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/**
 * Splits that part at a join and meet at it again: the mechanism under every {@link LaneSchedule}.
 */
abstract class Reconvergence {
  static final int NOWHERE = -1;

  /** Current split; {@link #active} is 0 when none can run. */
  int pc;

  long active;
  int joinPc = NOWHERE;
  @Nullable ReconvergencePoint join;
  CallFrame frame = CallFrame.root();

  /** The complete gathering whose instruction the current split is about to execute, or null. */
  @Nullable Gathering gathering;

  long live;
  long progress;

  /** Whether lanes of the present warp ran in an order that a reconvergence stack never gives. */
  private boolean outOfStep;

  private long warpsOutOfStep;

  final WarpSplits otherSplits = new WarpSplits();

  /** Of a perturbed schedule; null for the machine's own. */
  @Nullable LaneOrder order;

  /** From now on lanes run in another order. */
  public final void perturb(LaneOrder laneOrder) {
    order = laneOrder;
  }

  /** Called when no split is runnable though lanes wait at joins. */
  abstract void stuck();

  /**
   * Where all lanes stand and which wait for which, as numbers: equal ones mean that the warp goes
   * the same ways if its decisions are the same. Patience is not part of it.
   */
  public final long[] state() {
    return new ScheduleState(this).numbers();
  }

  /**
   * Warps so far, the present one among them, in which one side of a branch gave way to the other
   * before it reached the reconvergence point, or lanes left that point before the rest arrived. A
   * reconvergence stack does neither, so code written for lockstep warps may fail in such a warp.
   */
  public final long warpsOutOfStep() {
    return warpsOutOfStep + (outOfStep ? 1 : 0);
  }

  /** A new warp begins. */
  final void beginInStep() {
    warpsOutOfStep = warpsOutOfStep();
    outOfStep = false;
  }

  /** Lanes that can run: those of the current split and of all that wait for their turn. */
  public final long runnable() {
    long lanes = active;
    for (int i = 0; i < otherSplits.count; i++) {
      lanes |= otherSplits.state[i] == LaneSchedule.State.RUNNABLE ? otherSplits.lanes[i] : 0;
    }
    return lanes;
  }

  final void enter(@Nullable ReconvergencePoint meeting) {
    join = meeting;
    joinPc = meeting == null ? NOWHERE : meeting.pc;
  }

  final @Nullable ReconvergencePoint meetingAt(int reconvergence) {
    if (reconvergence < 0 || (join != null && join.isAt(reconvergence, frame))) {
      return join;
    }
    return new ReconvergencePoint(reconvergence, active, join, frame, pc);
  }

  final void moveTo(int target) {
    pc = target;
    if (target == joinPc) {
      arrive();
    }
  }

  /** A side of a branch that does not run now; it may already be where it should wait. */
  final void setAside(int target, long lanes, @Nullable ReconvergencePoint meeting) {
    if (meeting != null && meeting.isAt(target, frame)) {
      meeting.arrived |= lanes;
      meeting.awaited &= ~lanes;
    } else {
      otherSplits.add(target, lanes, meeting, frame, LaneSchedule.State.RUNNABLE);
    }
  }

  final void arrive() {
    while (pc == joinPc) {
      ReconvergencePoint currentJoin = join;
      if (currentJoin == null || currentJoin.frame != frame) {
        return; // the place is the same, but in a deeper call of the same function
      }
      currentJoin.arrived |= active;
      currentJoin.awaited &= ~active;
      if (currentJoin.awaited != 0) {
        if (otherSplits.gatherers != 0 && isNamedBy(currentJoin)) {
          release(currentJoin);
        }
        active = 0;
        resumeAnother();
        return;
      }
      active = currentJoin.arrived;
      currentJoin.arrived = 0;
      frame = currentJoin.frame;
      enter(currentJoin.parent);
    }
  }

  /** Lanes that wait at a join go on from there without the others. */
  final void release(ReconvergencePoint releasedJoin) {
    release(releasedJoin, releasedJoin.arrived);
  }

  /** Some of them do. */
  final void release(ReconvergencePoint releasedJoin, long lanes) {
    releasedJoin.arrived &= ~lanes;
    ReconvergencePoint outer = releasedJoin.parent;
    if (outer != null && outer.isAt(releasedJoin.pc, releasedJoin.frame)) {
      outer.arrived |= lanes;
      outer.awaited &= ~lanes;
      if (outer.awaited == 0) {
        release(outer);
      }
    } else {
      otherSplits.add(
          releasedJoin.pc, lanes, outer, releasedJoin.frame, LaneSchedule.State.RUNNABLE);
    }
  }

  /** Lets everyone go on who waits at a join or at one outside it. */
  final void dissolve(@Nullable ReconvergencePoint innermost) {
    for (ReconvergencePoint j = innermost; j != null; j = j.parent) {
      if (j.arrived != 0) {
        outOfStep = true;
        release(j);
      }
    }
  }

  /**
   * As {@link #release(ReconvergencePoint, long)}, of lanes that others of the warp are still
   * behind.
   */
  final void letGo(ReconvergencePoint releasedJoin, long lanes) {
    outOfStep = true;
    release(releasedJoin, lanes);
  }

  final @Nullable ReconvergencePoint otherJoin(int index) {
    return otherSplits.join[index];
  }

  /** Whether lanes wait somewhere for the current split. */
  final boolean isAwaited() {
    return isAwaited(join);
  }

  /** Whether lanes wait somewhere for a split that can run. */
  final boolean anyAwaited() {
    boolean awaited = active != 0 && isAwaited(join);
    for (int i = 0; i < otherSplits.count && !awaited; i++) {
      awaited =
          otherSplits.state[i] == LaneSchedule.State.RUNNABLE && isAwaited(otherSplits.join[i]);
    }
    return awaited;
  }

  private static boolean isAwaited(@Nullable ReconvergencePoint innermost) {
    for (ReconvergencePoint j = innermost; j != null; j = j.parent) {
      if (j.arrived != 0) {
        return true;
      }
    }
    return false;
  }

  /** Puts lanes of the current split among the others; the rest stay current. */
  final void divide(int atPc, long lanes, LaneSchedule.State state) {
    active &= ~lanes;
    otherSplits.add(atPc, lanes, join, frame, state);
  }

  /** Whether lanes that a join still awaits wait for lanes that have arrived there. */
  private boolean isNamedBy(ReconvergencePoint candidateJoin) {
    for (int i = 0; i < otherSplits.count; i++) {
      Gathering group = otherSplits.gathering[i];
      if (otherSplits.state[i] == LaneSchedule.State.GATHERING
          && group != null
          && (group.named & candidateJoin.arrived) != 0
          && (otherSplits.lanes[i] & candidateJoin.awaited) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Makes the newest runnable split current; asks the policy when there is none. */
  final void resumeAnother() {
    int newest = otherSplits.newestRunnable();
    if (newest < 0 && live != 0) {
      stuck();
      newest = otherSplits.newestRunnable();
    }
    if (newest >= 0) {
      resume(newest);
    }
  }

  /** Makes the oldest runnable split current and sets the present one aside as the newest. */
  final void rotate() {
    int oldest = otherSplits.oldestRunnable();
    if (oldest < 0) {
      return;
    }
    outOfStep = true;
    if (active != 0) {
      otherSplits.add(pc, active, join, frame, LaneSchedule.State.RUNNABLE);
      otherSplits.gathering[otherSplits.count - 1] = gathering;
      active = 0;
    }
    resume(oldest);
  }

  final void resume(int index) {
    pc = otherSplits.pc[index];
    active = otherSplits.lanes[index];
    frame = otherSplits.frame[index];
    gathering = otherSplits.gathering[index];
    enter(otherSplits.join[index]);
    otherSplits.remove(index);
    absorb();
    if (pc == joinPc && gathering == null) {
      arrive();
    }
  }

  /** Splits that stand at the same place with the same obligations become one. */
  final void absorb() {
    for (int i = otherSplits.count - 1; i >= 0; i--) {
      if (otherSplits.state[i] == LaneSchedule.State.RUNNABLE
          && otherSplits.pc[i] == pc
          && otherSplits.frame[i] == frame
          && otherSplits.gathering[i] == gathering
          && (otherSplits.join[i] == join || bothAloneIn(i))) {
        active |= otherSplits.lanes[i];
        otherSplits.remove(i);
      }
    }
  }

  /**
   * Whether no third split meets at the joins that only one of the two splits has ahead of it; then
   * both leave those joins. So lanes that made a call separately are one split again.
   */
  private boolean bothAloneIn(int i) {
    ReconvergencePoint splitJoin = otherSplits.join[i];
    ReconvergencePoint common = innermostCommon(join, splitJoin);
    if (!isAlone(join, common, active) || !isAlone(splitJoin, common, otherSplits.lanes[i])) {
      return false;
    }
    enter(common);
    return true;
  }

  private static boolean isAlone(
      @Nullable ReconvergencePoint innermost, @Nullable ReconvergencePoint upTo, long lanes) {
    for (ReconvergencePoint j = innermost; j != null && j != upTo; j = j.parent) {
      if (j.arrived != 0 || (j.awaited & ~lanes) != 0) {
        return false;
      }
    }
    return true;
  }

  final void makeRunnable(long lanes) {
    otherSplits.unblock(lanes);
  }

  /** Lets go every gathering that is complete; its splits at the same instruction become one. */
  final void releaseGatherings() {
    if (otherSplits.gatherers == 0 || !otherSplits.completeGatherings(live)) {
      return;
    }
    for (int i = 0; i < otherSplits.count; i++) {
      for (int k = otherSplits.count - 1; k > i; k--) {
        if (otherSplits.together(i, k)) {
          unite(i, k);
        }
      }
    }
  }

  /**
   * Split k becomes part of split i; each leaves the joins that the other does not have ahead of
   * it.
   */
  final void unite(int i, int k) {
    ReconvergencePoint mine = otherSplits.join[i];
    ReconvergencePoint splitJoin = otherSplits.join[k];
    long mineLanes = otherSplits.lanes[i];
    long itsLanes = otherSplits.lanes[k];
    ReconvergencePoint common = innermostCommon(mine, splitJoin);
    while (common != null && common.isAt(otherSplits.pc[i], otherSplits.frame[i])) {
      common = common.parent; // they would wait there before they have executed the instruction
    }
    otherSplits.lanes[i] = mineLanes | itsLanes;
    otherSplits.join[i] = common;
    otherSplits.remove(k);
    leave(mine, common, mineLanes);
    leave(splitJoin, common, itsLanes);
  }

  final void leave(
      @Nullable ReconvergencePoint innermost, @Nullable ReconvergencePoint upTo, long lanes) {
    for (ReconvergencePoint j = innermost; j != null && j != upTo; j = j.parent) {
      j.awaited &= ~lanes;
      if (j.awaited == 0 && j.arrived != 0) {
        release(j);
      }
    }
  }

  /** The innermost join that both have ahead of them. */
  private static @Nullable ReconvergencePoint innermostCommon(
      @Nullable ReconvergencePoint a, @Nullable ReconvergencePoint b) {
    for (ReconvergencePoint x = a; x != null; x = x.parent) {
      for (ReconvergencePoint y = b; y != null; y = y.parent) {
        if (x == y) {
          return x;
        }
      }
    }
    return null;
  }
}
