package dev.syncopate.machine.core;

import dev.syncopate.sim.perturb.Pauses;

/** Of a perturbed schedule: every other time any warp, else the one that the machine would pick. */
final class AnyReady extends Scheduler {
  private final Scheduler own;
  private final Pauses pauses;

  AnyReady(Scheduler own, Pauses pauses) {
    this.own = own;
    this.pauses = pauses;
  }

  @Override
  int pick(long ready, int simd) {
    if ((ready & ready - 1) == 0 || pauses.pick(2) == 0) {
      return own.pick(ready, simd);
    }
    long rest = ready;
    for (int skipped = pauses.pick(Long.bitCount(ready)); skipped > 0; skipped--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  @Override
  void arrived(long warps) {
    own.arrived(warps);
  }

  @Override
  void departed(long warps) {
    own.departed(warps);
  }
}
