package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.sim.stats.Counter;

/** Counters of hLRC's L1s in addition to those of every L1. */
public final class HlrcL1Counters {
  @Counter(
      name = "hlrc.local",
      doc = "Atomic accesses performed at once: the L1 had the line's registration.")
  public long local;

  @Counter(name = "hlrc.registrations", doc = "Registrations of lines that an L1 got.")
  public long registrations;

  @Counter(
      name = "hlrc.coalesced",
      doc = "Accesses that waited for a registration which the L1 had asked for already.")
  public long coalesced;

  @Counter(name = "hlrc.recalled", doc = "Registered lines that an L1 gave back when asked.")
  public long recalled;

  @Counter(name = "hlrc.l1Evictions", doc = "Registered lines that were evicted from an L1.")
  public long evicted;

  @Counter(
      name = "hlrc.once",
      doc = "Loads of lines registered elsewhere: answered by the L2 and not kept in the L1.")
  public long once;
}
