package dev.syncopate.memory.system;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.network.Envelope;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Part;

/**
 * An L2 bank of one of several GPUs: a link to the memory side is behind it. What comes over the
 * link is not kept waiting by requests that are: the bank takes it as it comes.
 */
final class GpuBank extends BankShell {
  private static final String NO_MEMORY = "the bank of one of several GPUs has no private memory";

  /**
   * A bank that is a separate part.
   *
   * @param name of the part
   */
  GpuBank(
      Node node,
      String name,
      MemoryConfig config,
      Protocol protocol,
      Topology topology,
      Network network) {
    super(node, new Slice(name), config, protocol, topology, network);
  }

  private static final class Slice extends Part {
    Slice(String name) {
      super(name);
    }
  }

  @Override
  public boolean queue(Envelope envelope) {
    return !envelope.from().isMemorySide() && super.queue(envelope);
  }

  @Override
  public void arrive(Envelope envelope, long now) {
    receive(envelope.message());
    go(now);
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (receiver.isMemorySide()) {
      sendAt(part().now(), receiver, message);
    } else {
      super.send(receiver, message);
    }
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    throw new IllegalStateException(NO_MEMORY);
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    throw new IllegalStateException(NO_MEMORY);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    throw new IllegalStateException(NO_MEMORY);
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    throw new IllegalStateException(NO_MEMORY);
  }
}
