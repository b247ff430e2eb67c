package dev.syncopate.memory.system;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.dram.DramChannel;
import dev.syncopate.memory.dram.DramCounters;
import dev.syncopate.memory.dram.DramStorage;
import dev.syncopate.memory.network.PortCounters;
import dev.syncopate.sim.engine.Part;

/** A DRAM channel with its bytes; the L2 banks in front of it run in it. */
final class Partition extends Part {
  final DramCounters dramCounters = new DramCounters();
  final PortCounters portCounters = new PortCounters();

  /** Of ports that lead to links in place of the network. */
  final PortCounters linkCounters = new PortCounters();

  final DramStorage storage = new DramStorage();
  final DramChannel channel;
  final ChannelMap map;

  Partition(int index, MemoryConfig config, ChannelMap map) {
    super("partition" + index);
    this.map = map;
    channel = new DramChannel(config.dram(), config.clockMegahertz(), this, dramCounters);
  }
}
