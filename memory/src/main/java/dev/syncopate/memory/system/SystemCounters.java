package dev.syncopate.memory.system;

import dev.syncopate.memory.network.PortCounters;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.sim.stats.Counter;

/** Counters of the memory side of several GPUs and of the links to it. */
public final class SystemCounters {
  @Counter(
      name = "system.accesses",
      doc = "Requests that arrived at the memory side of several GPUs, of any kind.")
  public long accesses;

  @Counter(name = "system.reads", doc = "Of the accesses, fills and system-scoped loads.")
  public long reads;

  @Counter(name = "system.writes", doc = "Of the accesses, write-backs and system-scoped stores.")
  public long writes;

  @Counter(name = "system.atomics", doc = "Of the accesses, warps' atomics on one line.")
  public long atomics;

  @Counter(name = "system.misses", doc = "Accesses that had to wait for bytes from memory.")
  public long misses;

  @Counter(name = "system.writeBacks", doc = "Lines whose dirty bytes were written to memory.")
  public long writeBacks;

  @Counter(
      name = "system.messages",
      doc = "Messages that left an L2 bank or the memory side over a link.")
  public long messages;

  @Counter(name = "system.bytes", doc = "Bytes of these messages, headers included.")
  public long bytes;

  /** Adds what a bank of the memory side has counted. */
  void add(L2Counters bank) {
    accesses += bank.accesses;
    reads += bank.reads;
    writes += bank.writes;
    atomics += bank.atomics;
    misses += bank.misses;
    writeBacks += bank.writeBacks;
  }

  /** Adds what ports of links have counted. */
  void add(PortCounters link) {
    messages += link.messages;
    bytes += link.bytes;
  }
}
