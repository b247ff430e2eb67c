package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.sim.stats.Counter;

/** Counters of an L2 bank's hints. */
public final class HintCounters {
  @Counter(
      name = "sync.remote.hints",
      doc = "Remote accesses for which only the L1 that was remembered was asked to flush.")
  public long hints;
}
