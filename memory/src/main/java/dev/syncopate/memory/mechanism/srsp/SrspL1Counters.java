package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.sim.stats.Counter;

/** Counters of an L1's LR-TBL and PA-TBL. */
public final class SrspL1Counters {
  @Counter(
      name = "sync.remote.local",
      doc = "Remote accesses done at CTA scope because the L1's own LR-TBL had the line.")
  public long local;

  @Counter(
      name = "sync.promotedAcquires",
      doc = "CTA-scoped acquires and fences promoted because the PA-TBL had their line.")
  public long promotedAcquires;

  @Counter(name = "sync.paOverflows", doc = "Invalidations of an L1 because its PA-TBL was full.")
  public long paOverflows;

  @Counter(
      name = "sync.lrOverflows",
      doc = "Flushes of an L1's oldest lines because its LR-TBL was full.")
  public long lrOverflows;
}
