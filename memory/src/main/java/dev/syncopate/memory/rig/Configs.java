package dev.syncopate.memory.rig;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.PromotionConfig;
import dev.syncopate.memory.config.SystemConfig;

/** Memory systems for tests. */
public final class Configs {
  private static final DramConfig DRAM =
      new DramConfig(
          1L << 32, 2, 4, 1024, 1000, 16, 14_000, 8_000, 14_000, 14_000, 33_000, 15_000, 8_000,
          2_000, 4_000, 60_000, 1_000_000, 160_000, 16, 20, 10, 20_000);

  private static final PromotionConfig PROMOTION =
      new PromotionConfig(
          2,
          2,
          2,
          PromotionConfig.Blocks.SYNCHRONISATION,
          PromotionConfig.Invalidates.REQUESTER,
          PromotionConfig.Lock.GPU);

  private static final SystemConfig ONE_GPU = new SystemConfig(1, 2048, 6, 16);

  private Configs() {}

  /** The same machine with its compute units in several GPUs; little of everything between them. */
  public static MemoryConfig withGpus(MemoryConfig config, int gpus) {
    return withSystem(
        config, new SystemConfig(gpus, config.l2().size(), config.network().latency() + 2, 16));
  }

  public static MemoryConfig withSystem(MemoryConfig config, SystemConfig system) {
    return new MemoryConfig(
        config.clockMegahertz(),
        config.computeUnits(),
        config.warpsPerUnit(),
        config.warpWidth(),
        config.l1(),
        config.l2(),
        config.promotion(),
        config.network(),
        config.dram(),
        system);
  }

  /** L1s of 64 lines, L2 of 256, nothing scarce. */
  public static MemoryConfig roomy() {
    return new MemoryConfig(
        1000,
        4,
        8,
        32,
        new L1Config(8192, 128, 32, 4, 20, 32, 16, 16, 32, 64, 1),
        new L2Config(32_768, 4, 8, 30, 32, 16, 24, 4, 1, 10, 256),
        PROMOTION,
        new NetworkConfig(8, 32, 8),
        DRAM,
        ONE_GPU);
  }

  /** 16 lines in each cache and little of everything else, so that all limits are met. */
  public static MemoryConfig tiny() {
    return new MemoryConfig(
        1000,
        4,
        8,
        32,
        new L1Config(2048, 128, 32, 2, 4, 3, 3, 3, 3, 4, 1),
        new L2Config(2048, 2, 2, 9, 2, 4, 3, 2, 1, 3, 128),
        PROMOTION,
        new NetworkConfig(4, 16, 8),
        DRAM,
        ONE_GPU);
  }

  /** As {@link #tiny} with lines of 64 bytes that are filled whole. */
  public static MemoryConfig tinyLines() {
    return new MemoryConfig(
        1000,
        4,
        8,
        32,
        new L1Config(1024, 64, 64, 16, 4, 2, 2, 2, 2, 2, 1),
        new L2Config(1024, 2, 4, 9, 1, 2, 2, 1, 1, 3, 64),
        PROMOTION,
        new NetworkConfig(4, 16, 8),
        DRAM,
        ONE_GPU);
  }

  /** One of all that can be one, and room in a line for little else: limits at every step. */
  public static MemoryConfig ones() {
    return new MemoryConfig(
        1000,
        4,
        8,
        32,
        new L1Config(256, 128, 32, 1, 4, 1, 1, 1, 1, 1, 1),
        new L2Config(512, 2, 1, 9, 1, 1, 1, 1, 1, 3, 128),
        new PromotionConfig(
            1,
            1,
            1,
            PromotionConfig.Blocks.EVERYTHING,
            PromotionConfig.Invalidates.ALL,
            PromotionConfig.Lock.LINE),
        new NetworkConfig(4, 16, 8),
        DRAM,
        ONE_GPU);
  }

  public static MemoryConfig withL1(MemoryConfig config, L1Config l1) {
    return new MemoryConfig(
        config.clockMegahertz(),
        config.computeUnits(),
        config.warpsPerUnit(),
        config.warpWidth(),
        l1,
        config.l2(),
        config.promotion(),
        config.network(),
        config.dram(),
        config.system());
  }

  public static MemoryConfig withL2(MemoryConfig config, L2Config l2) {
    return new MemoryConfig(
        config.clockMegahertz(),
        config.computeUnits(),
        config.warpsPerUnit(),
        config.warpWidth(),
        config.l1(),
        l2,
        config.promotion(),
        config.network(),
        config.dram(),
        config.system());
  }

  public static MemoryConfig withPromotion(MemoryConfig config, PromotionConfig promotion) {
    return new MemoryConfig(
        config.clockMegahertz(),
        config.computeUnits(),
        config.warpsPerUnit(),
        config.warpWidth(),
        config.l1(),
        config.l2(),
        promotion,
        config.network(),
        config.dram(),
        config.system());
  }

  /** With another number of compute units. */
  public static MemoryConfig withUnits(MemoryConfig config, int units) {
    return new MemoryConfig(
        config.clockMegahertz(),
        units,
        config.warpsPerUnit(),
        config.warpWidth(),
        config.l1(),
        config.l2(),
        config.promotion(),
        config.network(),
        config.dram(),
        config.system());
  }
}
