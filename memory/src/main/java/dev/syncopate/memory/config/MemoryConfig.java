package dev.syncopate.memory.config;

/**
 * Everything below the load-store units.
 *
 * @param clockMegahertz of the core, into whose cycles DRAM times are converted
 * @param computeUnits of all GPUs together
 * @param l2 of each GPU
 */
public record MemoryConfig(
    int clockMegahertz,
    int computeUnits,
    int warpsPerUnit,
    int warpWidth,
    L1Config l1,
    L2Config l2,
    PromotionConfig promotion,
    NetworkConfig network,
    DramConfig dram,
    SystemConfig system) {

  /** Whether there are several GPUs, each with an L2 of its own in front of the memory side. */
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
        promotion,
        network,
        dram,
        system);
  }
}
