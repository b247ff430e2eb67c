package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.sim.stats.Counter;

/** Counters of the ports of one tile or partition. A message is counted where it is injected. */
public final class PortCounters {
  @Counter(name = "network.messages", doc = "Messages injected.")
  public long messages;

  @Counter(name = "network.bytes", doc = "Bytes injected, headers included.")
  public long bytes;

  @Counter(
      name = "network.controlMessages",
      doc = "Of them, those that carry neither values of bytes nor atomics: requests, answers.")
  public long controlMessages;

  @Counter(name = "network.controlBytes", doc = "Bytes of these, headers included.")
  public long controlBytes;

  @Counter(name = "network.dataMessages", doc = "Messages that carry values of bytes.")
  public long dataMessages;

  @Counter(name = "network.dataBytes", doc = "Bytes of these, headers included.")
  public long dataBytes;

  @Counter(
      name = "network.atomicMessages",
      doc = "Messages that carry atomics to be performed or what such have found.")
  public long atomicMessages;

  @Counter(name = "network.atomicBytes", doc = "Bytes of these, headers included.")
  public long atomicBytes;

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

  /**
   * Counts a message, in its class.
   *
   * @param size in bytes, header included
   */
  void sent(MemoryMessage message, int size) {
    messages++;
    bytes += size;
    if (message.atomics() != null || message.values().length != 0) {
      atomicMessages++;
      atomicBytes += size;
    } else if (message.data().length != 0) {
      dataMessages++;
      dataBytes += size;
    } else {
      controlMessages++;
      controlBytes += size;
    }
  }
}
