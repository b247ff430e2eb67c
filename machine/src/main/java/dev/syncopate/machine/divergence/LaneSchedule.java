package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/**
 * The control flow of one warp. Its live lanes are divided into <em>splits</em>, sets of lanes with
 * one program counter; one of them, the current split, runs. A divergent branch makes two splits
 * that meet again at a {@link Join}, the branch's immediate post-dominator; a call makes one at its
 * return address.
 *
 * <p>The taken side of a branch runs first: code written for lockstep warps relies on it.
 */
public abstract class LaneSchedule extends Reconvergence {
  /** What a split that is not current is doing. */
  public enum State {
    RUNNABLE,
    BLOCKED,
    GATHERING
  }

  /** Says what knows which lanes hold each other up. */
  public final void watch(Contention of) {
    contention = of;
  }

  /** Puts all lanes at instruction 0. */
  public final void start(long lanes) {
    pc = 0;
    active = lanes;
    live = lanes;
    join = null;
    joinPc = NOWHERE;
    frame = null;
    gathered = false;
    others.count = 0;
    progress = 0;
    restart();
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

  /** The current split goes to {@code target}, backwards or forwards. */
  public final void jump(int target, boolean maySpin) {
    boolean backward = target <= pc;
    moveTo(target);
    if (backward && active != 0) {
      wentBack(maySpin);
    }
  }

  /**
   * A branch.
   *
   * @param taken lanes of the current split that take it
   * @param reconvergence index of the immediate post-dominator, negative when lanes only meet at
   *     the exit
   * @param maySpin whether the branch closes a loop that may wait for another thread
   */
  public final void branch(int target, long taken, int reconvergence, boolean maySpin) {
    if (taken == active) {
      jump(target, maySpin);
      return;
    }
    boolean backward = target <= pc;
    if (backward) {
      progress++;
    }
    if (taken == 0) {
      next();
      return;
    }
    Join meeting = meetingAt(reconvergence);
    long stay = active & ~taken;
    int fallThrough = pc + 1;
    active = taken;
    enter(meeting);
    setAside(fallThrough, stay, meeting);
    moveTo(target);
    if (backward && active != 0) {
      wentBack(maySpin);
    }
  }

  /**
   * One way of a branch with many targets. Call it for each target but the last, then {@link #jump}
   * for the last.
   *
   * @param meeting what {@link #fork} returned
   */
  public final void branchAway(@Nullable Join meeting, int target, long lanes) {
    active &= ~lanes;
    setAside(target, lanes, meeting);
  }

  /**
   * Begins a branch with many targets: the lanes of the current split will meet at {@code
   * reconvergence}.
   */
  public final @Nullable Join fork(int reconvergence) {
    Join meeting = meetingAt(reconvergence);
    enter(meeting);
    return meeting;
  }

  /** A call by the current split: its lanes meet again behind it. */
  public final void call(int target) {
    call(target, active);
  }

  /** A call by some lanes of the current split; the others wait behind it. */
  public final void call(int target, long lanes) {
    int back = pc + 1;
    Join meeting = new Join(back, active, join, frame);
    long stay = active & ~lanes;
    active = lanes;
    enter(meeting);
    if (stay != 0) {
      setAside(back, stay, meeting);
    }
    frame = new Frame(back, frame);
    moveTo(target);
  }

  /**
   * Like {@link #fork} for an indirect call: lanes that call different functions meet behind it.
   */
  public final void callAway(int target, long lanes) {
    int back = pc + 1;
    Join meeting = joinPc == back && join != null ? join : new Join(back, active, join, frame);
    enter(meeting);
    active &= ~lanes;
    others.add(target, lanes, meeting, new Frame(back, frame), State.RUNNABLE);
    if (active == 0) {
      resumeAnother();
    }
  }

  /** Returns lanes of the current split to their caller; in the kernel itself they exit. */
  public final void ret(long lanes) {
    Frame from = frame;
    if (from == null) {
      exit(lanes);
      return;
    }
    long stay = active & ~lanes;
    if (stay != 0) {
      others.add(pc + 1, stay, join, from, State.RUNNABLE);
      active = lanes;
    }
    frame = from.caller;
    moveTo(from.returnPc);
  }

  /** Ends lanes of the current split; the rest of it goes on behind the instruction. */
  public final void exit(long lanes) {
    progress++;
    live &= ~lanes;
    active &= ~lanes;
    for (Join j = join; j != null; j = j.parent) {
      j.awaited &= ~lanes;
    }
    if (active != 0) {
      next();
      return;
    }
    for (Join j = join; j != null; j = j.parent) {
      if (j.awaited == 0 && j.arrived != 0) {
        release(j);
        break;
      }
    }
    releaseGatherings();
    if (active == 0) {
      resumeAnother();
    }
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
   * Asked by an instruction whose lanes name those that execute it together ({@code shfl.sync},
   * {@code bar.warp.sync}, …). Lanes that name the same mask are a group. A group of which live
   * lanes are missing waits at the instruction until they name the same mask, too; if these are all
   * lanes of the current split, another split is current then.
   *
   * @param lanes those of the current split that execute the instruction
   * @param masks lane l names {@code masks[base + l] & width}
   * @return the lanes whose groups are complete: they execute the instruction now
   */
  public abstract long gather(long lanes, long[] masks, int base, long width);

  /**
   * Lanes of other splits that have gathered at this instruction with the current one, but came
   * there by other calls, so that they remain splits of their own: the instruction is executed for
   * them now, and they go on behind it.
   *
   * @param mask the lanes that all of them name
   * @param masks what each lane names, from {@code base} on
   * @param width the lanes of a warp
   */
  public final long takeAlong(long mask, long[] masks, int base, long width) {
    long taken = 0;
    for (int i = others.count - 1; i >= 0; i--) {
      if (others.gathered[i] && others.pc[i] == pc) {
        taken |= others.pass(i, naming(mask, others.lanes[i], masks, base, width));
      }
    }
    return taken;
  }

  /** Lanes among these that name this mask. */
  private static long naming(long mask, long lanes, long[] masks, int base, long width) {
    long group = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if ((masks[base + lane] & width) == mask) {
        group |= 1L << lane;
      }
    }
    return group;
  }

  /** Lanes among these that name the same mask as the first of them. */
  public static long group(long lanes, long[] masks, int base, long width) {
    long first = masks[base + Long.numberOfTrailingZeros(lanes)] & width;
    return naming(first, lanes, masks, base, width);
  }

  /** The current split lets another one run, if there is one. */
  public abstract void giveWay();

  /** Forgets what happened to an earlier warp. */
  abstract void restart();

  /** Called when the current split has gone backwards. */
  abstract void wentBack(boolean maySpin);

  /** Return addresses of the calls that the current split is in, innermost first. */
  public final int[] returnAddresses() {
    int depth = 0;
    for (Frame f = frame; f != null; f = f.caller) {
      depth++;
    }
    int[] addresses = new int[depth];
    int i = 0;
    for (Frame f = frame; f != null; f = f.caller) {
      addresses[i++] = f.returnPc;
    }
    return addresses;
  }

  // ---- for reports ----

  public final int otherSplits() {
    return others.count;
  }

  public final int otherPc(int index) {
    return others.pc[index];
  }

  public final long otherLanes(int index) {
    return others.lanes[index];
  }

  public final State otherState(int index) {
    return others.state[index];
  }

  /** Live lanes that a gathering split waits for. */
  public final long otherWants(int index) {
    return others.wanted[index] & live & ~others.lanes[index];
  }

  /** Where a lane that is in no split waits for others, or -1. */
  public final int meetingPc(int lane) {
    int at = meetingPc(join, lane);
    for (int i = 0; i < others.count && at < 0; i++) {
      at = meetingPc(others.join[i], lane);
    }
    return at;
  }

  private static int meetingPc(@Nullable Join innermost, int lane) {
    for (Join j = innermost; j != null; j = j.parent) {
      if ((j.arrived >>> lane & 1) != 0) {
        return j.pc;
      }
    }
    return -1;
  }
}
