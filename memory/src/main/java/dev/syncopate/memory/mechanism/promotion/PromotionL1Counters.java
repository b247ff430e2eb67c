package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.sim.stats.Counter;

/** Counters of remote scope promotion in an L1. */
public final class PromotionL1Counters {
  @Counter(
      name = "l1.stall.promotions",
      doc = "Cycles the L1 stalled: a remote operation, its own or another's, in progress.")
  public long stalled;

  @Counter(
      name = "sync.remote.l1Flushes",
      doc =
          "Flushes of another L1 than the requester's that remote accesses caused: of all of it, or"
              + " up to what its LR-TBL names.")
  public long flushes;

  @Counter(
      name = "sync.remote.l1Invalidations",
      doc = "Flash invalidations of another L1 than the requester's that remote accesses caused.")
  public long invalidations;

  @Counter(
      name = "sync.remote.held",
      doc = "Accesses that waited at an L1 while a remote access to their line was in progress.")
  public long heldAccesses;
}
