package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.sim.stats.Counter;

/** Counters of an L1's lines in update mode. */
public final class PhiCounters {
  @Counter(name = "phi.updates", doc = "Commutative atomic accesses kept in the L1.")
  public long updates;

  @Counter(name = "phi.hits", doc = "Of the updates, those that found their line in update mode.")
  public long hits;

  @Counter(name = "phi.misses", doc = "Of the updates, those whose line was given a frame.")
  public long misses;

  @Counter(
      name = "phi.bypassed",
      doc = "Commutative atomic accesses whose operation and type are not combined.")
  public long bypassed;

  @Counter(name = "phi.fetches", doc = "Fills asked for by updates and stores.")
  public long fetches;

  @Counter(name = "phi.evictions", doc = "Lines in update mode that lost their frame.")
  public long evictions;

  @Counter(name = "phi.clashes", doc = "Lines that left update mode for an update of another kind.")
  public long clashes;

  @Counter(name = "phi.accessed", doc = "Lines that left update mode for a load, store or atomic.")
  public long accessed;

  @Counter(name = "phi.flushes", doc = "Flushes that found lines in update mode.")
  public long flushes;

  @Counter(name = "phi.flushedLines", doc = "Lines that left update mode in flushes.")
  public long flushedLines;

  @Counter(name = "phi.words", doc = "Words of partial values sent to the L2.")
  public long words;

  @Counter(
      name = "phi.conflictCycles",
      doc = "Cycles in which further lanes of an access updated the same word.")
  public long conflictCycles;
}
