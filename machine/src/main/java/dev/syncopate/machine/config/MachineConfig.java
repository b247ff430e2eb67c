package dev.syncopate.machine.config;

import dev.syncopate.memory.config.CpuConfig;
import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.SystemConfig;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.OpenSection;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.perturb.PerturbConfig;
import java.util.ArrayList;
import java.util.List;

/** A GPU: what a preset file describes. */
public record MachineConfig(
    @Setting("Name in reports.") String name,
    @Setting("Compute unit.") CoreConfig core,
    @Setting("Instruction cache.") InstructionCacheConfig icache,
    @Setting("Level-1 data cache.") L1Config l1,
    @Setting("Level-2 cache.") L2Config l2,
    @Setting("Coherence mechanisms, each with its own settings.") OpenSection mechanisms,
    @Setting("Network between them.") NetworkConfig network,
    @Setting("The network as a mesh.") MeshConfig mesh,
    @Setting("Memory.") DramConfig dram,
    @Setting("What joins several GPUs.") SystemConfig system,
    @Setting("CPU.") CpuConfig cpu,
    @Setting("Transactions in shared memory.") TxConfig tx,
    @Setting("Bulk copies and mbarriers.") CopyConfig copy,
    @Setting("Thread-block clusters.") ClusterConfig cluster,
    @Setting("Another schedule than the machine's own.") PerturbConfig perturb,
    @Setting("Energy of events.") EnergyConfig energy)
    implements CheckedConfig {

  /** Shared memory of a compute unit: what mechanisms leave of it. */
  public int sharedBytes() {
    long reservedBytes = 0;
    for (MechanismSettings settings : MechanismSettings.of(mechanisms)) {
      reservedBytes += settings.sharedBytes(l1.line());
    }
    return (int) Math.max(0, core.sharedBytes() - reservedBytes);
  }

  /** The memory system's view: of the L1, what mechanisms leave. */
  public MemoryConfig memory() {
    L1Config remainingL1 = l1;
    for (MechanismSettings settings : MechanismSettings.of(mechanisms)) {
      remainingL1 = settings.behind(remainingL1);
    }
    return new MemoryConfig(
        core.clock(),
        core.units(),
        core.maxWarps(),
        core.warpWidth(),
        remainingL1,
        l2,
        mechanisms,
        network,
        mesh,
        dram,
        system,
        cpu,
        perturb);
  }

  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>(memory().problems()); // by the same paths
    mechanisms
        .members()
        .forEach((name, member) -> {
          if (member instanceof MechanismSettings settings) {
            for (Problem problem : settings.problems(l1, core.sharedBytes())) {
              problems.add(
                  new Problem("mechanisms." + name + "." + problem.path(), problem.message()));
            }
          }
        });
    if (cluster.unitsPerGpc() > 0 && core.warpWidth() != 32) {
      problems.add(
          new Problem(
              "cluster.unitsPerGpc",
              "clusters need warps of 32 lanes, and core.warpWidth is " + core.warpWidth()));
    }
    return problems;
  }
}
