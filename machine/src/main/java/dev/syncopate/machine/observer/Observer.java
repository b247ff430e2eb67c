package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Grid;

/** Watches a device: the kernels that it runs, one after the other. */
@FunctionalInterface
public interface Observer {
  /** A kernel begins. */
  LaunchObserver launched(Grid grid);
}
