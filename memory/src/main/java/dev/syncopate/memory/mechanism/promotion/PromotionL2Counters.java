package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.sim.stats.Counter;

/** Counters of remote scope promotion in an L2 bank. */
public final class PromotionL2Counters {
  @Counter(
      name = "sync.remote.promotions",
      doc = "Remote accesses performed at the L2: one a line and instruction.")
  public long promotions;

  @Counter(
      name = "sync.remote.requests",
      doc = "Messages that asked an L1 to flush, hold or drop for a remote access.")
  public long requests;

  @Counter(
      name = "sync.remote.queued",
      doc = "Remote accesses that found another in progress where they are serialised.")
  public long queued;

  @Counter(
      name = "sync.remote.shared",
      doc =
          "Of the remote accesses performed, those done by the round of asking of another one to their line.")
  public long shared;

  @Counter(
      name = "sync.remote.askedAgain",
      doc =
          "L1s that were asked a second time, since they wrote the line between their answer and the"
              + " remote access.")
  public long askedAgain;

  @Counter(
      name = "sync.remote.reads",
      doc =
          "Reads of an L1 that waited at the L2 because they came between the L1's answer and the"
              + " remote access.")
  public long reads;
}
