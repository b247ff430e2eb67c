package dev.syncopate.machine.config;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.PromotionConfig;
import dev.syncopate.memory.config.SystemConfig;
import dev.syncopate.sim.config.Checked;
import dev.syncopate.sim.config.Setting;
import java.util.ArrayList;
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
    @Setting("Memory.") DramConfig dram,
    @Setting("What joins several GPUs.") SystemConfig system)
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
        dram,
        system);
  }

  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (l2.banks() % dram.channels() != 0 && dram.channels() % l2.banks() != 0) {
      problems.add(
          new Problem(
              "l2.banks",
              l2.banks()
                  + " is neither a multiple nor a divisor of dram.channels = "
                  + dram.channels()));
    }
    if (l2.size() / l2.banks() % (l1.line() * l2.ways()) != 0) {
      problems.add(
          new Problem(
              "l2.size",
              String.format(
                  "%d bytes for each of %d banks are not a whole number of sets of %d lines of %d",
                  l2.size() / l2.banks(), l2.banks(), l2.ways(), l1.line())));
    }
    if (core.units() % system.gpus() != 0) {
      problems.add(
          new Problem(
              "system.gpus",
              core.units() + " compute units cannot be shared out evenly over " + system.gpus()));
    }
    if (system.gpus() > 1 && system.cacheSize() % (l2.banks() * l1.line() * l2.ways()) != 0) {
      problems.add(
          new Problem(
              "system.cacheSize",
              String.format(
                  "%d bytes are not a whole number of sets of %d lines of %d in each of %d banks",
                  system.cacheSize(), l2.ways(), l1.line(), l2.banks())));
    }
    if (l2.interleave() < l1.line()) {
      problems.add(
          new Problem(
              "l2.interleave",
              l2.interleave() + " bytes are less than l1.line = " + l1.line() + " bytes"));
    }
    return problems;
  }
}
