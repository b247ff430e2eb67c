package dev.syncopate.machine.core;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.warp.Warp;

/** Handler of instructions that are executed in a way that PTX or CUDA leaves undefined. */
public final class Misuses {
  private Misuses() {}

  /** Whether an observer or the launch of a warp reports misuses. */
  public static boolean asked(ComputeUnit unit, Warp warp) {
    return unit.observer != null || warp.grid().space().strict().synchronisation();
  }

  /** Some are a fault in a strict launch; the observer is told of the others. */
  public static void tell(ComputeUnit unit, Op op, Warp warp, Misuse misuse) {
    boolean faults =
        switch (misuse.kind()) {
          case NOT_NAMED, ABSENT_SOURCE, DIVERGED, DIFFERENT_BARRIERS -> true;
          case ABSENT, EXITED, DIVISION_BY_ZERO -> false;
        };
    if (faults && warp.grid().space().strict().synchronisation()) {
      throw unit.fault(op, warp, misuse.lane(), misuse.text());
    }
    if (unit.observer != null) {
      unit.observer.misused(unit.index, warp, warp.schedule.pc(), misuse);
    }
  }
}
