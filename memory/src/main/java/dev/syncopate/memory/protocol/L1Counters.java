package dev.syncopate.memory.protocol;

import dev.syncopate.sim.stats.Counter;

/** Counters of an L1. An access is the part of a warp's instruction that falls into one line. */
public final class L1Counters {
  @Counter(name = "l1.loads", doc = "Load accesses performed at the L1: hits and misses.")
  public long loads;

  @Counter(name = "l1.hits", doc = "Load accesses that found all their bytes valid.")
  public long hits;

  @Counter(name = "l1.misses", doc = "Load accesses that had to wait for bytes from the L2.")
  public long misses;

  @Counter(
      name = "l1.mergedMisses",
      doc = "Of the misses, those for which no request was sent: the line's was in flight.")
  public long mergedMisses;

  @Counter(name = "l1.stores", doc = "Store accesses performed at the L1.")
  public long stores;

  @Counter(name = "l1.atomics", doc = "Atomic accesses performed at the L1.")
  public long atomics;

  @Counter(
      name = "l1.forwarded",
      doc = "Accesses passed on to be performed at the L2: scoped loads, stores and atomics.")
  public long forwarded;

  @Counter(name = "l1.fills", doc = "Answers to misses received.")
  public long fills;

  @Counter(
      name = "l1.droppedFills",
      doc = "Fills not kept, because the line was dropped meanwhile.")
  public long droppedFills;

  @Counter(name = "l1.evictions", doc = "Lines evicted to make room.")
  public long evictions;

  @Counter(name = "l1.writeThroughs", doc = "Lines whose dirty bytes were written through.")
  public long writeThroughs;

  @Counter(name = "l1.sfifoOverflows", doc = "Of the write-throughs, those forced by a full sFIFO.")
  public long sfifoOverflows;

  @Counter(name = "l1.stall.mshrs", doc = "Cycles the L1 stalled: no free MSHR.")
  public long stallMshrs;

  @Counter(
      name = "l1.stall.targets",
      doc = "Cycles the L1 stalled: no free MSHR target, as too many accesses wait on one line.")
  public long stallTargets;

  @Counter(
      name = "l1.stall.writes",
      doc = "Cycles the L1 stalled: too many writes and atomics outstanding.")
  public long stallWrites;

  @Counter(name = "sync.remote.operations", doc = "Remote instructions issued.")
  public long remoteOperations;

  @Counter(
      name = "sync.remote.cycles",
      doc = "Cycles from issue to completion of remote instructions, summed.")
  public long remoteCycles;

  @Counter(name = "sync.acquires", doc = "Acquiring instructions and fences issued.")
  public long acquires;

  @Counter(name = "sync.releases", doc = "Releasing instructions and fences issued.")
  public long releases;

  @Counter(name = "sync.flushes", doc = "Flushes of an L1.")
  public long flushes;

  @Counter(name = "sync.flushedLines", doc = "Lines written through by flushes.")
  public long flushedLines;

  @Counter(name = "sync.invalidations", doc = "Flash invalidations of an L1.")
  public long invalidations;

  @Counter(
      name = "sync.blockedCycles",
      doc = "Cycles from issue to completion of instructions that block their warp, summed.")
  public long blockedCycles;

  /** Adds to the stall counter of an outcome. */
  public void stalled(ControllerOutcome outcome, long cycles) {
    switch (outcome) {
      case STALLED_MSHRS -> stallMshrs += cycles;
      case STALLED_TARGETS -> stallTargets += cycles;
      case STALLED_WRITES -> stallWrites += cycles;
      case DONE, AGAIN, PENDING, STALLED_BY_MECHANISM ->
          throw new IllegalArgumentException(outcome + " is no stall that is counted here");
    }
  }
}
