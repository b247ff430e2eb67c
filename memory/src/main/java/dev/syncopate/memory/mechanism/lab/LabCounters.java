package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.sim.stats.Counter;

/** Counters of a local atomic buffer. */
public final class LabCounters {
  @Counter(name = "lab.updates", doc = "Commutative atomic accesses taken by a LAB.")
  public long updates;

  @Counter(name = "lab.hits", doc = "Of the updates, those that found their line.")
  public long hits;

  @Counter(name = "lab.misses", doc = "Of the updates, those for which a line was allocated.")
  public long misses;

  @Counter(
      name = "lab.bypassed",
      doc = "Commutative atomic accesses whose operation and type a LAB does not combine.")
  public long bypassed;

  @Counter(name = "lab.evictions", doc = "Lines that left a LAB to make room for others.")
  public long evictions;

  @Counter(name = "lab.clashes", doc = "Lines that left a LAB for an update of another kind.")
  public long clashes;

  @Counter(name = "lab.passed", doc = "Lines that left a LAB at once, as it does not keep any.")
  public long passed;

  @Counter(name = "lab.flushes", doc = "Flushes of a LAB that found lines.")
  public long flushes;

  @Counter(name = "lab.flushedLines", doc = "Lines that left a LAB in flushes.")
  public long flushedLines;

  @Counter(name = "lab.words", doc = "Words of partial values that left a LAB.")
  public long words;

  @Counter(
      name = "lab.conflictCycles",
      doc = "Cycles in which further lanes of an access updated the same word.")
  public long conflictCycles;
}
