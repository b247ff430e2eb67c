package dev.syncopate.memory.system;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.DramStorage;
import dev.syncopate.memory.network.Envelope;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Part;

/**
 * An L2 bank at a mesh: memory controllers are asked by messages. The bytes of memory that only
 * this bank ever reads and writes are kept with it; messages and channels have the timing alone.
 */
final class MeshBank extends BankShell {
  private final DramStorage storage = new DramStorage();
  private final int lineBytes;

  /**
   * @param part in which it runs
   */
  MeshBank(
      Node node,
      Part part,
      MemoryConfig config,
      Protocol protocol,
      Topology topology,
      Network network) {
    super(node, part, config, protocol, topology, network);
    lineBytes = config.l1().line();
  }

  /** A line's place among those of this bank. */
  private long local(long line) {
    return number(line) * lineBytes;
  }

  @Override
  public boolean queue(Envelope envelope) {
    return envelope.from().kind() != Node.Kind.CONTROLLER && super.queue(envelope);
  }

  @Override
  public void arrive(Envelope envelope, long now) {
    filled(envelope.message().tag, now);
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    sendAt(
        part().now(),
        topology().controller(line),
        MemoryRequest.fetch(node(), miss, line, start, bytes));
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    storage.read(local(line) + start, target, offset, bytes);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    storage.write(local(line), data, base, maskLow, maskHigh, lineBytes);
    int start = LineBytes.first(maskLow, maskHigh) & -MEMORY_ATOM;
    int end = LineBytes.end(maskLow, maskHigh) + MEMORY_ATOM - 1 & -MEMORY_ATOM;
    sendAt(
        part().now(),
        topology().controller(line),
        MemoryRequest.store(node(), line, start, end - start));
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    storage.write(local(line) + start, data, offset, bytes);
  }
}
