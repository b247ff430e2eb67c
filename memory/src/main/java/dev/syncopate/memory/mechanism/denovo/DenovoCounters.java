package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.sim.stats.Counter;

/** Counters of DeNovo's L1s in addition to those of every L1. */
public final class DenovoCounters {
  @Counter(name = "denovo.registrations", doc = "Messages by which an L1 asked to own words.")
  public long registrations;

  @Counter(name = "denovo.grants", doc = "Words that came to be owned by an L1.")
  public long grants;

  @Counter(
      name = "denovo.coalesced",
      doc = "Synchronising accesses that waited for words which the L1 had asked for already.")
  public long coalesced;

  @Counter(
      name = "denovo.handedOver",
      doc = "Words handed over to another L1 that came to own them.")
  public long handedOver;

  @Counter(name = "denovo.lent", doc = "Words of which an owner sent the bytes to another L1.")
  public long lent;

  @Counter(name = "denovo.writtenBack", doc = "Words given back to the L2: evicted, or recalled.")
  public long writtenBack;
}
