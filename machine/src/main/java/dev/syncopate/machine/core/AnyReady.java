package dev.syncopate.machine.core;

import dev.syncopate.sim.perturb.WarpPauses;

/**
 * Scheduler of a perturbed schedule: every other time any warp, else the one that the machine would
 * pick.
 */
final class AnyReady extends Scheduler {
  private final Scheduler scheduler;
  private final WarpPauses pauses;

  AnyReady(Scheduler scheduler, WarpPauses pauses) {
    this.scheduler = scheduler;
    this.pauses = pauses;
  }

  @Override
  int pick(long ready, int simd) {
    if ((ready & ready - 1) == 0 || pauses.pick(2) == 0) {
      return scheduler.pick(ready, simd);
    }
    pauses.picked();
    long rest = ready;
    for (int skipped = pauses.pick(Long.bitCount(ready)); skipped > 0; skipped--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  @Override
  void arrived(long warps) {
    scheduler.arrived(warps);
  }

  @Override
  void departed(long warps) {
    scheduler.departed(warps);
  }
}
