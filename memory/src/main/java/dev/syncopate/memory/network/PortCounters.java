package dev.syncopate.memory.network;

import dev.syncopate.sim.stats.Counter;

/** What the ports of one tile or partition count. A message is counted where it is injected. */
public final class PortCounters {
  @Counter(name = "network.messages", doc = "Messages injected.")
  public long messages;

  @Counter(name = "network.bytes", doc = "Bytes injected, headers included.")
  public long bytes;

  @Counter(
      name = "network.injectionCycles",
      doc = "Cycles in which an injection port was sending, summed over the ports.")
  public long injectionCycles;

  @Counter(
      name = "network.injectionWaitCycles",
      doc = "Cycles messages waited for their injection port, summed over the messages.")
  public long injectionWaitCycles;

  @Counter(
      name = "network.ejectionCycles",
      doc = "Cycles in which an ejection port was receiving, summed over the ports.")
  public long ejectionCycles;

  @Counter(
      name = "network.ejectionWaitCycles",
      doc = "Cycles messages waited for their ejection port, summed over the messages.")
  public long ejectionWaitCycles;
}
