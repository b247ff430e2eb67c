package dev.syncopate.sim.perturb;

/** Draws when the warps of a compute unit stand still, and how long. */
final class Pauses {
  private static final int MOST_POINTS = 2;

  /** Change points lie among the first {@code 1 << FARTHEST} accesses of a warp. */
  private static final int FARTHEST = 6;

  private final PerturbConfig perturb;
  private final PerturbationStyle style;
  private final Jitter jitter;
  private final int latest;

  /**
   * By warp slot: accesses made, the instruction of the latest, and the accesses behind which it
   * stands still. A poll counts once.
   */
  private final int[] accessCounts;

  private final int[] last;

  private final int[] points;

  Pauses(PerturbConfig perturb, Jitter jitter, int warps) {
    this.perturb = perturb;
    this.style = perturb.style();
    this.jitter = jitter;
    this.latest = style.delaysStores() ? perturb.messageDelay() / 2 : perturb.warpPause();
    this.accessCounts = new int[warps];
    this.last = new int[warps];
    this.points = new int[warps * MOST_POINTS];
  }

  /** Cycles before a warp that has moved into a slot begins. */
  int begin(int slot) {
    if (style == PerturbationStyle.ANY) {
      return jitter.next();
    }
    accessCounts[slot] = 0;
    last[slot] = -1;
    for (int i = 0; i < MOST_POINTS; i++) {
      int magnitude = jitter.pick(FARTHEST);
      int point = (1 << magnitude) + jitter.pick(1 << magnitude);
      boolean noPause = style.delaysStores() || jitter.pick(3) == 0;
      points[slot * MOST_POINTS + i] = noPause ? 0 : point;
    }
    return together() || jitter.pick(2) == 0 ? 0 : jitter.upTo(latest);
  }

  /** Whether all warps begin at once: where stores are late, before the same comes again. */
  private boolean together() {
    int round = PerturbationStyle.round(perturb.seed());
    return switch (style) {
      case LATE_STORES -> round == 0;
      case LATE_WAYS -> round < 2; // of one bit, each value
      case CHANGE_POINTS, ANY -> false;
    };
  }

  /**
   * Cycles behind an access to memory by the warp of a slot.
   *
   * @param pc of the instruction
   */
  int behindAccess(int slot, int pc) {
    if (style == PerturbationStyle.ANY) {
      return jitter.next();
    }
    if (last[slot] == pc) {
      return 0;
    }
    last[slot] = pc;
    int access = ++accessCounts[slot];
    for (int i = 0; i < MOST_POINTS; i++) {
      if (points[slot * MOST_POINTS + i] == access) {
        return jitter.upTo(perturb.warpPause());
      }
    }
    return 0;
  }

  /** One of so many, each as likely. */
  int pick(int count) {
    return jitter.pick(count);
  }
}
