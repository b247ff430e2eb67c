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

  /** Turns of a loop that may spin before lanes that are not known to hold it up go on alone. */
  private static final int LONG_SPIN = 1024;

  private final int patience;
  private int spins;
  private int laps;
  private int turns;
  private long turnsSince;
  private int longSpin = LONG_SPIN;

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
      if (progress() != turnsSince) {
        turnsSince = progress();
        turns = 0;
      }
      turns++;
      if (spins >= patience) {
        letGoHolders();
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

  /**
   * A lock is handed on soon where a waiting lane has it. Elsewhere lanes wait: a lock that another
   * warp holds comes in time, and code may rely on its lanes being together again behind it. Not
   * for ever, though, since they may be needed for what nobody here understands.
   */
  private void letGoHolders() {
    long waiting = waitingForCurrent();
    if (waiting == 0) {
      return;
    }
    long holders = contention.holders(active()) & waiting;
    if (holders != 0) {
      spins = 0;
      letGo(holders);
    } else if (turns >= longSpin) {
      turns = 0;
      longSpin = Math.min(2 * longSpin, ENDLESS_LOOP);
      dissolve(currentJoin());
    }
  }

  @Override
  void restart() {
    spins = 0;
    laps = 0;
    turns = 0;
    turnsSince = 0;
    longSpin = LONG_SPIN;
  }

  @Override
  void stuck() {
    int waiting = otherSplits();
    for (int i = 0; i < waiting; i++) {
      dissolve(otherJoin(i));
    }
  }
}
