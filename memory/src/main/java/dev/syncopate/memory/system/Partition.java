package dev.syncopate.memory.system;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.dram.DramChannel;
import dev.syncopate.memory.dram.DramCounters;
import dev.syncopate.memory.dram.DramStorage;
import dev.syncopate.sim.engine.Part;
import java.util.List;

/**
 * A DRAM channel with its bytes, or several where one L2 bank stands in front of them; the banks in
 * front run in it.
 */
final class Partition extends Part {
  final ChannelMap map;
  private final DramChannel[] channels;
  private final DramStorage[] storages;
  private final DramCounters[] counters;

  Partition(int index, MemoryConfig config, ChannelMap map) {
    super("partition" + index);
    this.map = map;
    int count = map.channels() / map.partitions();
    channels = new DramChannel[count];
    storages = new DramStorage[count];
    counters = new DramCounters[count];
    for (int i = 0; i < count; i++) {
      counters[i] = new DramCounters();
      storages[i] = new DramStorage();
      channels[i] = new DramChannel(config.dram(), config.clockMegahertz(), this, counters[i]);
    }
  }

  /** The only channel, with a memory controller of a mesh. */
  DramChannel channel() {
    return channels[0];
  }

  /** The channel that holds an address. */
  DramChannel channel(long address) {
    return channels[local(address)];
  }

  /** The bytes of the channel that holds an address. */
  DramStorage storage(long address) {
    return storages[local(address)];
  }

  List<DramCounters> dramCounters() {
    return List.of(counters);
  }

  private int local(long address) {
    return channels.length == 1 ? 0 : map.channel(address) / map.partitions();
  }
}
