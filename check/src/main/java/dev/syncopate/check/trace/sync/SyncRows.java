package dev.syncopate.check.trace.sync;

import dev.syncopate.sim.trace.Track;
import org.jspecify.annotations.Nullable;

/** Rows of a trace that show synchronising operations. */
@FunctionalInterface
public interface SyncRows {
  /**
   * A row of a warp slot; null where it is not shown.
   *
   * @param unit index of the compute unit
   * @param slot of the warp
   * @param number from 0: operations of a warp that are under way at once are in different ones
   */
  @Nullable Track row(int unit, int slot, int number);
}
