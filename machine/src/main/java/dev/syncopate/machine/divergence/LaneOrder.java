package dev.syncopate.machine.divergence;

import java.util.Random;

/**
 * Order of independently scheduled lanes under a perturbed schedule. It selects the side of a
 * branch that goes first, the split that goes on behind a memory access, and the lanes that make an
 * access before the others.
 */
public final class LaneOrder {
  /** Of how many accesses one is made by some lanes before the others. */
  private static final int PARTED = 4;

  /** Maximum number of further splits of a warp under a perturbed schedule. */
  private static final int MOST = 3;

  private final Random random;
  private boolean used;

  public LaneOrder(Random random) {
    this.random = random;
  }

  /** Whether lanes that do not take a branch run before those that do. */
  boolean takenLast() {
    boolean last = random.nextBoolean();
    used |= last;
    return last;
  }

  /** Whether lanes have run in another order than the machine's. */
  public boolean used() {
    return used;
  }

  /**
   * Before the current split accesses memory: some of its lanes may do so later. Not for lanes that
   * have to stay together.
   */
  public void beforeAccess(LaneSchedule schedule) {
    long active = schedule.active();
    if ((active & (active - 1)) == 0
        || random.nextInt(PARTED) != 0
        || schedule.otherSplits() >= MOST
        || schedule.gathering() != null) {
      return;
    }
    long later = random.nextLong() & active;
    if (later != active && later != 0) {
      used = true;
      schedule.setApart(later);
    }
  }

  /** Behind an access to memory by the current split: another may go on. */
  public void behindAccess(LaneSchedule schedule) {
    if (schedule.otherSplits() > 0 && random.nextBoolean()) {
      used = true;
      schedule.giveWay();
    }
  }
}
