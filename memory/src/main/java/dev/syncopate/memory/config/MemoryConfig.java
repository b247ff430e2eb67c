package dev.syncopate.memory.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.OpenSection;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import dev.syncopate.sim.perturb.PerturbConfig;
import java.util.ArrayList;
import java.util.List;

/** Everything below the load-store units. */
public record MemoryConfig(
    @Setting(
            value = "Core clock, into whose cycles times of DRAM are converted.",
            unit = Unit.MEGAHERTZ,
            min = 1,
            max = 100_000)
        int clockMegahertz,
    @Setting(value = "Compute units of all GPUs together.", unit = Unit.COUNT, min = 1, max = 1024)
        int computeUnits,
    @Setting(value = "Warps resident in a compute unit.", unit = Unit.COUNT, min = 1, max = 64)
        int warpsPerUnit,
    @Setting(value = "Lanes of a warp.", unit = Unit.COUNT, min = 1, max = 64, powerOfTwo = true)
        int warpWidth,
    @Setting("Level-1 data cache.") L1Config l1,
    @Setting("Level-2 cache of each GPU.") L2Config l2,
    @Setting("Coherence mechanisms, each with its own settings.") OpenSection mechanisms,
    @Setting("Network between them.") NetworkConfig network,
    @Setting("The network as a mesh.") MeshConfig mesh,
    @Setting("Memory.") DramConfig dram,
    @Setting("What joins several GPUs.") SystemConfig system,
    @Setting("CPU.") CpuConfig cpu,
    @Setting("Another schedule than the machine's own.") PerturbConfig perturb)
    implements CheckedConfig {
  /** Memory controllers are at the corners of a mesh. */
  private static final int CORNERS = 4;

  /**
   * The settings of a mechanism.
   *
   * @throws IllegalArgumentException if no mechanism of the build has settings of that class
   */
  public <T extends Record & MechanismSettings> T settings(Class<T> type) {
    return mechanisms.get(type);
  }

  /** Whether there are several GPUs, each with a private L2 in front of the memory side. */
  public boolean severalGpus() {
    return system.gpus() > 1;
  }

  /** The compute units of one GPU. */
  public int unitsPerGpu() {
    return computeUnits / system.gpus();
  }

  /** The same with the memory side's cache in the place of the L2. */
  public MemoryConfig memorySide() {
    return new MemoryConfig(
        clockMegahertz,
        computeUnits,
        warpsPerUnit,
        warpWidth,
        l1,
        l2.withSize(system.cacheSize()),
        mechanisms,
        network,
        mesh,
        dram,
        system,
        cpu,
        perturb);
  }

  /** Whether nodes are joined by a mesh. */
  public boolean meshed() {
    return network.kind() == NetworkConfig.Kind.MESH;
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
    if (computeUnits % system.gpus() != 0) {
      problems.add(
          new Problem(
              "system.gpus",
              computeUnits + " compute units cannot be shared out evenly over " + system.gpus()));
    }
    if (system.gpus() > 1 && system.cacheSize() % (l2.banks() * l1.line() * l2.ways()) != 0) {
      problems.add(
          new Problem(
              "system.cacheSize",
              String.format(
                  "%d bytes are not a whole number of sets of %d lines of %d in each of %d banks",
                  system.cacheSize(), l2.ways(), l1.line(), l2.banks())));
    }
    if (system.gpus() > 1 && cpu.cores() > 0) {
      problems.add(
          new Problem(
              "cpu.cores", "a CPU needs system.gpus = 1, found system.gpus = " + system.gpus()));
    }
    if (l2.interleave() < l1.line()) {
      problems.add(
          new Problem(
              "l2.interleave",
              l2.interleave() + " bytes are less than l1.line = " + l1.line() + " bytes"));
    }
    if (meshed()) {
      addMeshProblems(problems);
    }
    return problems;
  }

  private void addMeshProblems(List<Problem> problems) {
    String mesh = "a mesh of " + mesh().width() + " by " + mesh().height();
    if (system.gpus() > 1) {
      problems.add(
          new Problem("network.kind", "found mesh, expected crossbar between several GPUs"));
    }
    if (l2.banks() > mesh().routers()) {
      problems.add(
          new Problem(
              "l2.banks",
              "found %d, expected at most %d: one at each router of %s"
                  .formatted(l2.banks(), mesh().routers(), mesh)));
    }
    if (computeUnits >= mesh().routers()) {
      problems.add(
          new Problem(
              "mesh.width",
              "%d compute units and a CPU do not fit %s, which has %d routers"
                  .formatted(computeUnits, mesh, mesh().routers())));
    }
    if (dram.channels() > CORNERS || mesh().width() < 2 || mesh().height() < 2) {
      problems.add(
          new Problem(
              "dram.channels",
              "found %d on %s, expected at most %d, one at each corner"
                  .formatted(dram.channels(), mesh, CORNERS)));
    }
  }
}
