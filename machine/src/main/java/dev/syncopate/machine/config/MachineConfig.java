package dev.syncopate.machine.config;

import dev.syncopate.memory.config.CpuConfig;
import dev.syncopate.memory.config.DenovoConfig;
import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.PromotionConfig;
import dev.syncopate.memory.config.SystemConfig;
import dev.syncopate.sim.config.Checked;
import dev.syncopate.sim.config.Setting;
import java.util.List;

/** A GPU: what a preset file describes. */
public record MachineConfig(
    @Setting("Name in reports.") String name,
    @Setting("Compute unit.") CoreConfig core,
    @Setting("Instruction cache.") InstructionCacheConfig icache,
    @Setting("Level-1 data cache.") L1Config l1,
    @Setting("Level-2 cache.") L2Config l2,
    @Setting("Remote scope promotion.") PromotionConfig promotion,
    @Setting("Network between them.") NetworkConfig network,
    @Setting("The network as a mesh.") MeshConfig mesh,
    @Setting("Memory.") DramConfig dram,
    @Setting("What joins several GPUs.") SystemConfig system,
    @Setting("CPU.") CpuConfig cpu,
    @Setting("DeNovo.") DenovoConfig denovo,
    @Setting("Energy of events.") EnergyConfig energy)
    implements Checked {

  /** The memory system's view. */
  public MemoryConfig memory() {
    return new MemoryConfig(
        core.clock(),
        core.units(),
        core.maxWarps(),
        core.warpWidth(),
        l1,
        l2,
        promotion,
        network,
        mesh,
        dram,
        system,
        cpu,
        denovo);
  }

  @Override
  public List<Problem> problems() {
    return memory().problems(); // of parts that the two have in common, by the same paths
  }
}
