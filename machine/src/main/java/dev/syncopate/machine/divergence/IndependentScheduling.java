package dev.syncopate.machine.divergence;

/**
 * Independent thread scheduling: every lane makes progress eventually. Lanes still wait for each
 * other at post-dominators, since programs rely on it. They go on alone in four cases. The split
 * that they wait for polls a word that one of them holds; it is blocked with nothing else to run;
 * it has spun so long that no lock explains it; or it is in a loop without end. Splits take turns
 * at backward branches that may spin.
 */
public final class IndependentScheduling extends LaneSchedule {
  /** Turns of a loop not known to spin after which others get their turn all the same. */
  private static final int LONG_LOOP = 4096;

  /** The same, before lanes that wait for the loop's end go on alone. */
  private static final int ENDLESS_LOOP = 1 << 20;

  /**
   * How many times as long lanes wait for a split that spins for no reason known: longer than
   * contended locks take. It doubles each time that they are let go for it, this often at most.
   */
  private static final int LONG_PATIENCE = 512;

  private static final int MOST_DOUBLINGS = 4;

  private final int patience;
  private LaneMemoryActivity needs = LaneMemoryActivity.NONE;
  private int spins;
  private int laps;

  /** Consecutive times that the spinning split was not known to need another one. */
  private int looks;

  private int doublings;

  /** {@link #progress} when it was looked at last. */
  private long previousProgress;

  /**
   * @param patience times a backward branch that may spin is taken before lanes waiting for
   *     reconvergence that hold what it polls go on alone
   */
  public IndependentScheduling(int patience) {
    this.patience = patience;
  }

  /** Source of the needs between lanes. */
  public void ask(LaneMemoryActivity whom) {
    needs = whom;
  }

  @Override
  public boolean block(long lanes) {
    int nextPc = pc() + 1;
    boolean wholeSplit = lanes == active();
    divide(nextPc, lanes, State.BLOCKED);
    if (wholeSplit) {
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
  public long missing(long named, long presentLanes) {
    return named & live() & ~presentLanes;
  }

  @Override
  public void giveWay() {
    rotate();
  }

  @Override
  public boolean letsGoInTheEnd() {
    return anyAwaited();
  }

  @Override
  void wentBack(boolean maySpin, int first, int last) {
    laps++;
    if (maySpin) {
      spins++;
      if (spins >= patience && isAwaited()) {
        spins = 0;
        letGo(first, last);
      }
      rotate();
    } else if (laps % LONG_LOOP == 0) {
      if (laps >= ENDLESS_LOOP) {
        laps = 0;
        dissolve(join);
      }
      rotate();
    }
  }

  /** Releases the lanes that the current split needs, or all lanes when patience is over. */
  private void letGo(int first, int last) {
    if (progress != previousProgress) {
      previousProgress = progress;
      looks = 0;
      doublings = 0;
    }
    if (release(first, last)) {
      looks = 0;
    } else if (++looks >= LONG_PATIENCE << doublings) {
      looks = 0;
      doublings = Math.min(doublings + 1, MOST_DOUBLINGS);
      dissolve(join);
    }
  }

  /**
   * Lets go lanes that the split needs that runs the loop from {@code first} to {@code last}; those
   * that have just left the loop all together.
   */
  private boolean release(int first, int last) {
    boolean released = false;
    for (ReconvergencePoint j = join; j != null; j = j.parent) {
      if (j.arrived == 0) {
        continue;
      }
      boolean leftLoop = j.madeAt >= first && j.madeAt <= last && (j.pc < first || j.pc > last);
      long needed = needs.needed(active, j.arrived, leftLoop);
      if (needed != 0) {
        letGo(j, leftLoop ? j.arrived : needed);
        released = true;
      }
    }
    return released;
  }

  @Override
  void stuck() {
    int waiting = otherSplits();
    for (int i = 0; i < waiting; i++) {
      dissolve(otherJoin(i));
    }
  }
}
