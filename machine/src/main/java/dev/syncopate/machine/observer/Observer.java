package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Grid;
import java.util.function.IntToLongFunction;

/** Watches a device: the kernels that it runs, one after the other. */
@FunctionalInterface
public interface Observer {
  /**
   * A kernel begins.
   *
   * @param clock the current cycle of a compute unit, while one of its events is told
   */
  LaunchObserver launched(Grid grid, IntToLongFunction clock);

  /** Between kernels: memory belongs to the host from now on and counts as unwritten. */
  default void unwritten(long address, long bytes) {}

  /** Between kernels: the host has written memory, or may have. */
  default void written(long address, long bytes) {}
}
