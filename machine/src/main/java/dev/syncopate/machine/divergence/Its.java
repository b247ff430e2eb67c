package dev.syncopate.machine.divergence;

/**
 * Independent thread scheduling: every lane makes progress in the end, whatever the others do.
 * Lanes still wait for each other at post-dominators, for efficiency, but not for ever: when the
 * split they wait for seems to spin, or is blocked with nothing else to run, they go on alone.
 * Splits take turns at backward branches that may spin.
 */
public final class Its extends LaneSchedule {
  /** Turns of a loop not known to spin after which others get their turn all the same. */
  private static final int LONG_LOOP = 4096;

  /** The same, before lanes that wait for the loop's end go on alone. */
  private static final int ENDLESS_LOOP = 1 << 16;

  private final int patience;
  private int spins;
  private int laps;

  /**
   * @param patience times a backward branch that may spin is taken before lanes waiting for
   *     reconvergence go on alone
   */
  public Its(int patience) {
    this.patience = patience;
  }

  @Override
  public boolean block(long lanes) {
    int behind = pc() + 1;
    boolean all = lanes == active();
    divide(behind, lanes, State.BLOCKED, 0);
    if (all) {
      resumeAnother();
    } else {
      next();
    }
    return active() != 0;
  }

  @Override
  public void unblock(long lanes) {
    makeRunnable(lanes);
    if (active() == 0) {
      resumeAnother();
    }
  }

  @Override
  public long gather(long lanes, long[] masks, int base, long width) {
    if (takeGathered()) {
      return lanes;
    }
    long complete = lanes;
    for (long rest = lanes; rest != 0; ) {
      long wanted = masks[base + Long.numberOfTrailingZeros(rest)] & width;
      long group = group(rest, masks, base, width);
      rest &= ~group;
      if ((wanted & live() & ~group) != 0) {
        complete &= ~group;
        divide(pc(), group, State.GATHERING, wanted);
      }
    }
    if (complete != lanes) {
      releaseGatherings();
      if (active() == 0) {
        resumeAnother();
      }
    }
    return complete;
  }

  @Override
  public void giveWay() {
    rotate();
  }

  @Override
  void wentBack(boolean maySpin) {
    laps++;
    if (maySpin) {
      spins++;
      if (spins >= patience && isAwaited()) {
        spins = 0;
        dissolve(currentJoin());
      }
      rotate();
    } else if (laps % LONG_LOOP == 0) {
      if (laps >= ENDLESS_LOOP) {
        laps = 0;
        dissolve(currentJoin());
      }
      rotate();
    }
  }

  @Override
  void stuck() {
    int waiting = otherSplits();
    for (int i = 0; i < waiting; i++) {
      dissolve(otherJoin(i));
    }
  }
}
