package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.sim.stats.Counter;

/** Counters of hLRC's banks in addition to those of every bank. */
public final class HlrcL2Counters {
  @Counter(
      name = "hlrc.transfers",
      doc = "Registrations recalled from an L1 because another wanted them.")
  public long transfers;

  @Counter(
      name = "hlrc.l2Evictions",
      doc = "Registrations recalled from an L1 because the L2 evicted their line.")
  public long evictions;

  @Counter(
      name = "hlrc.updates",
      doc = "Stores to lines registered elsewhere, of which the holder was told.")
  public long updates;
}
