package dev.syncopate.memory.config;

/**
 * Everything below the load-store units.
 *
 * @param clockMegahertz of the core, into whose cycles DRAM times are converted
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
    DramConfig dram) {}
