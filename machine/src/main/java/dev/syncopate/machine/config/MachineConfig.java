package dev.syncopate.machine.config;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.sim.config.Setting;

/** A GPU: what a preset file describes. */
public record MachineConfig(
    @Setting("Name in reports.") String name,
    @Setting("Compute unit.") CoreConfig core,
    @Setting("Instruction cache.") InstructionCacheConfig icache,
    @Setting("Level-1 data cache.") L1Config l1,
    @Setting("Level-2 cache.") L2Config l2,
    @Setting("Network between them.") NetworkConfig network,
    @Setting("Memory.") DramConfig dram) {

  /** The memory system's view. */
  public MemoryConfig memory() {
    return new MemoryConfig(
        core.clock(), core.units(), core.maxWarps(), core.warpWidth(), l1, l2, network, dram);
  }
}
