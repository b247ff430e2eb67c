package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Grid;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Watches a device: the kernels that it runs, one after the other, or overlapping where {@link
 * #watchesOverlap} says so.
 */
@FunctionalInterface
public interface Observer {
  /**
   * A kernel begins, or may begin: of kernels that overlap all are told first, in their order. The
   * observer of one that has not begun hears nothing.
   *
   * @param clock the current cycle of a compute unit, while one of its events is told
   */
  LaunchObserver launched(Grid grid, IntToLongFunction clock);

  /**
   * Whether kernels may overlap while it watches: the observer of each receives the events of that
   * kernel's CTAs. Else the device runs one after the other.
   */
  default boolean watchesOverlap() {
    return false;
  }

  /** Kernels overlap that are {@link #launched} next. */
  default void overlapping(List<Grid> grids) {}

  /** Between kernels: memory belongs to the host from now on and counts as unwritten. */
  default void unwritten(long address, long bytes) {}

  /** Between kernels: the host has written memory, or may have. */
  default void written(long address, long bytes) {}
}
