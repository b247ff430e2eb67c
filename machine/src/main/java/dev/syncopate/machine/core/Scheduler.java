package dev.syncopate.machine.core;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.sim.perturb.WarpPauses;
import org.jspecify.annotations.Nullable;

/** Selects one of the warps that may issue. */
abstract class Scheduler {
  /**
   * The one that a machine has.
   *
   * @param pauses of its schedule; null where warps issue in the machine's own order
   */
  static Scheduler of(CoreConfig core, @Nullable WarpPauses pauses) {
    Scheduler scheduler = of(core);
    return pauses == null ? scheduler : new AnyReady(scheduler, pauses);
  }

  private static Scheduler of(CoreConfig core) {
    return switch (core.scheduler()) {
      case OLDEST_FIRST -> new OldestFirst(core.maxCtas());
      case ROUND_ROBIN -> new RoundRobin(core.simds());
    };
  }

  /**
   * @param ready warp slots of one SIMD unit, at least one
   * @return one of them
   */
  abstract int pick(long ready, int simd);

  /** A CTA has come, the youngest from now on, in these warp slots. */
  abstract void arrived(long warps);

  /** A CTA in these warp slots has gone. */
  abstract void departed(long warps);
}
