package dev.syncopate.machine.core;

import dev.syncopate.machine.warp.Warp;

/** The part of a compute unit that counts threads: it hears of those that exit. */
@FunctionalInterface
public interface ExitListener {
  /** Lanes of a warp have exited. */
  void exited(Warp warp, long lanes);
}
