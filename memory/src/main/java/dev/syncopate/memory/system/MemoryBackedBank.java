package dev.syncopate.memory.system;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Event;
import org.jspecify.annotations.Nullable;

/** A bank with memory behind it: of the L2 of the only GPU, or of the memory side of several. */
final class MemoryBackedBank extends BankShell {
  private final Partition partition;
  private @Nullable Fill[] fills = new @Nullable Fill[0];

  MemoryBackedBank(
      Node node,
      Partition partition,
      MemoryConfig config,
      Protocol protocol,
      Topology topology,
      Network network) {
    super(node, partition, config, protocol, topology, network);
    this.partition = partition;
  }

  private final class Fill extends Event {
    private final int miss;

    Fill(int miss) {
      this.miss = miss;
    }

    @Override
    protected void fire(long now) {
      filled(miss, now);
    }
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    if (fills.length == 0) {
      fills = new @Nullable Fill[config.l2().mshrs()];
    }
    Fill fill = fills[miss];
    if (fill == null) {
      fill = new Fill(miss);
      fills[miss] = fill;
    }
    partition
        .channel(line)
        .request(partition.now(), partition.map.local(line) + start, bytes, false, fill);
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    partition.storage(line).read(partition.map.local(line) + start, target, offset, bytes);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    long local = partition.map.local(line);
    partition.storage(line).write(local, data, base, maskLow, maskHigh, config.l1().line());
    int start = LineBytes.first(maskLow, maskHigh) & -MEMORY_ATOM;
    int end = LineBytes.end(maskLow, maskHigh) + MEMORY_ATOM - 1 & -MEMORY_ATOM;
    partition.channel(line).request(partition.now(), local + start, end - start, true, null);
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    partition.storage(line).write(partition.map.local(line) + start, data, offset, bytes);
  }
}
