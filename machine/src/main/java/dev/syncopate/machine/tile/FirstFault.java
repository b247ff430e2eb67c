package dev.syncopate.machine.tile;

import dev.syncopate.machine.core.KernelFault;
import org.jspecify.annotations.Nullable;

/**
 * The first fault of a launch, whichever simulation thread comes across it: the earliest, and of
 * those of one cycle the one of the lowest unit.
 */
public final class FirstFault {
  private volatile @Nullable KernelFault first;
  private long time;
  private int unit;

  public synchronized void report(KernelFault fault, long now, int index) {
    if (first == null || now < time || (now == time && index < unit)) {
      time = now;
      unit = index;
      first = fault;
    }
  }

  /** To be asked between windows, when every unit has got equally far. */
  public @Nullable KernelFault first() {
    return first;
  }

  /** Forgets, for the next launch. */
  public synchronized void clear() {
    first = null;
  }
}
