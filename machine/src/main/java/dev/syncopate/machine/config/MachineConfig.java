package dev.syncopate.machine.config;

import dev.syncopate.memory.config.CpuConfig;
import dev.syncopate.memory.config.DenovoConfig;
import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.LabConfig;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.PhiConfig;
import dev.syncopate.memory.config.PromotionConfig;
import dev.syncopate.memory.config.SystemConfig;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.sim.config.Checked;
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
    @Setting("Local atomic buffer in front of it.") LabConfig lab,
    @Setting("Commutative updates in its lines.") PhiConfig phi,
    @Setting("Level-2 cache.") L2Config l2,
    @Setting("Remote scope promotion.") PromotionConfig promotion,
    @Setting("Network between them.") NetworkConfig network,
    @Setting("The network as a mesh.") MeshConfig mesh,
    @Setting("Memory.") DramConfig dram,
    @Setting("What joins several GPUs.") SystemConfig system,
    @Setting("CPU.") CpuConfig cpu,
    @Setting("DeNovo.") DenovoConfig denovo,
    @Setting("Transactions in shared memory.") TxConfig tx,
    @Setting("Another schedule than the machine's own.") PerturbConfig perturb,
    @Setting("Energy of events.") EnergyConfig energy)
    implements Checked {

  /** Shared memory of a compute unit: what the local atomic buffer leaves of it. */
  public int sharedBytes() {
    return lab.from() == LabConfig.From.SHARED
        ? (int) Math.max(0, core.sharedBytes() - lab.bytes(l1.line()))
        : core.sharedBytes();
  }

  /** The memory system's view: of the L1, what the local atomic buffer leaves. */
  public MemoryConfig memory() {
    return new MemoryConfig(
        core.clock(),
        core.units(),
        core.maxWarps(),
        core.warpWidth(),
        lab.behind(l1),
        lab,
        phi,
        l2,
        promotion,
        network,
        mesh,
        dram,
        system,
        cpu,
        denovo,
        perturb);
  }

  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>(memory().problems()); // by the same paths
    String wrong = lab.tooMuchOf(l1);
    long shared = core.sharedBytes() - lab.bytes(l1.line());
    if (lab.from() == LabConfig.From.SHARED && shared < 0) {
      wrong =
          "%d lines of %d bytes are %d, more than core.sharedBytes = %d bytes"
              .formatted(lab.entries(), l1.line(), lab.bytes(l1.line()), core.sharedBytes());
    }
    if (wrong != null) {
      problems.add(new Problem("lab.entries", wrong));
    }
    return problems;
  }
}
