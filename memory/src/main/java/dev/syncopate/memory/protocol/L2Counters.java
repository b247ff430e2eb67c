package dev.syncopate.memory.protocol;

import dev.syncopate.sim.stats.Counter;

/** Counters of an L2 bank. */
public final class L2Counters {
  @Counter(
      name = "l2.accesses",
      doc = "Requests that arrived at L2 banks, of any kind, evictions and flush writes included.")
  public long accesses;

  @Counter(name = "l2.reads", doc = "Of the accesses, fills and scoped loads.")
  public long reads;

  @Counter(name = "l2.writes", doc = "Of the accesses, write-throughs and scoped stores.")
  public long writes;

  @Counter(name = "l2.atomics", doc = "Of the accesses, warps' atomics on one line.")
  public long atomics;

  @Counter(name = "l2.laneAtomics", doc = "Single read-modify-writes performed.")
  public long laneAtomics;

  @Counter(name = "l2.hits", doc = "Accesses served at once.")
  public long hits;

  @Counter(name = "l2.misses", doc = "Accesses that had to wait for bytes from memory.")
  public long misses;

  @Counter(
      name = "l2.mergedMisses",
      doc = "Of the misses, those that waited behind another miss on their line.")
  public long mergedMisses;

  @Counter(name = "l2.evictions", doc = "Lines evicted to make room.")
  public long evictions;

  @Counter(name = "l2.writeBacks", doc = "Lines whose dirty bytes were written to memory.")
  public long writeBacks;

  @Counter(name = "l2.sfifoOverflows", doc = "Of the write-backs, those forced by a full sFIFO.")
  public long sfifoOverflows;

  @Counter(name = "l2.stall.mshrs", doc = "Cycles a bank stalled: no free MSHR.")
  public long stallMshrs;

  @Counter(
      name = "l2.stall.targets",
      doc = "Cycles a bank stalled: no free MSHR target, as too many requests wait on one line.")
  public long stallTargets;

  @Counter(name = "l2.stall.atomics", doc = "Cycles a bank stalled: atomic unit busy.")
  public long stallAtomics;

  /** Adds to the stall counter of an outcome. */
  public void stalled(ControllerOutcome outcome, long cycles) {
    switch (outcome) {
      case STALLED_MSHRS -> stallMshrs += cycles;
      case STALLED_TARGETS -> stallTargets += cycles;
      case DONE, AGAIN, PENDING, STALLED_WRITES, STALLED_BY_MECHANISM ->
          throw new IllegalArgumentException(outcome + " is no stall of an L2 bank");
    }
  }
}
