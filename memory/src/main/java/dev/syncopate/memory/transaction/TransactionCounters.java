package dev.syncopate.memory.transaction;

import dev.syncopate.sim.stats.Counter;

/** Counters of a compute unit's transaction unit. */
public final class TransactionCounters {
  @Counter(name = "tx.begins", doc = "Transactions begun, one for each lane.")
  public long begins;

  @Counter(name = "tx.attempts", doc = "Attempts at them, the first ones included.")
  public long attempts;

  @Counter(name = "tx.commits", doc = "Transactions committed, one for each lane.")
  public long commits;

  @Counter(name = "tx.accesses", doc = "Words accessed in transactions, for each lane.")
  public long accesses;

  @Counter(name = "tx.conflicts", doc = "Attempts that ended in a conflict with another lane.")
  public long conflicts;

  @Counter(
      name = "tx.falseConflicts",
      doc = "Of these, conflicts that only a filter has seen: no other lane had the word.")
  public long falseConflicts;

  @Counter(
      name = "tx.plainConflicts",
      doc = "Attempts that ended since an access outside transactions took a word.")
  public long plainConflicts;

  @Counter(
      name = "tx.aborts",
      doc = "Attempts that ended since another wavefront serialised the work-group.")
  public long aborts;

  @Counter(
      name = "tx.ownFalsePositives",
      doc = "Accesses at which the lane's own filter had the bit of another word.")
  public long ownFalsePositives;

  @Counter(name = "tx.serialised", doc = "Transactions committed by a lane that ran alone.")
  public long serialised;

  @Counter(
      name = "tx.fallbacks",
      doc = "Transactions given up: their lane took the program's own way instead.")
  public long fallbacks;

  @Counter(
      name = "tx.restored",
      doc = "Words of local memory (.local) restored before a retry, for each lane.")
  public long restored;

  @Counter(name = "tx.wavefrontSerialisations", doc = "Times a wavefront was serialised.")
  public long wavefrontSerialisations;

  @Counter(name = "tx.workGroupSerialisations", doc = "Times a work-group was serialised.")
  public long workGroupSerialisations;

  @Counter(name = "tx.detectionCycles", doc = "Cycles for which shared memory was held by filters.")
  public long detectionCycles;

  @Counter(name = "tx.versioningCycles", doc = "The same by keeping old values and by roll-backs.")
  public long versioningCycles;

  @Counter(name = "tx.cleanupCycles", doc = "The same by what commits release.")
  public long cleanupCycles;
}
