package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.PromotionConfig;
import dev.syncopate.memory.config.PromotionConfig.Blocks;
import dev.syncopate.memory.config.PromotionConfig.Invalidates;
import dev.syncopate.memory.config.PromotionConfig.Lock;
import dev.syncopate.memory.config.SystemConfig;
import java.util.Locale;

/** How much room an explored machine has. It has two L2 banks, and lines of 64 bytes. */
public enum Size {
  /** One of everything, so that every second line evicts and every table overflows. */
  TINY,
  /** Room for everything that a test does: no evictions, no overflows. */
  ROOMY,
  /** Room for everything but in the tables of remote scope promotion, which have one entry each. */
  TABLES;

  /** The memory system of a machine with so many GPUs, tiles in all, and threads on each tile. */
  MemoryConfig config(int gpus, int tiles, int warps) {
    return switch (this) {
      case TINY ->
          new MemoryConfig(
              1000,
              tiles,
              warps,
              1,
              new L1Config(64, 64, 32, 1, 1, 1, 2, 1, 2, 1, 1),
              new L2Config(128, 2, 1, 1, 1, 2, 1, 1, 1, 0, 64),
              new PromotionConfig(1, 1, 1, Blocks.EVERYTHING, Invalidates.ALL, Lock.GPU),
              network(),
              dram(),
              new SystemConfig(gpus, 128, 1, 64));
      case ROOMY ->
          roomy(
              gpus,
              tiles,
              warps,
              new PromotionConfig(
                  8, 8, 8, Blocks.SYNCHRONISATION, Invalidates.REQUESTER, Lock.GPU));
      case TABLES ->
          roomy(
              gpus,
              tiles,
              warps,
              new PromotionConfig(
                  1, 1, 1, Blocks.SYNCHRONISATION, Invalidates.REQUESTER, Lock.GPU));
    };
  }

  private static MemoryConfig roomy(int gpus, int tiles, int warps, PromotionConfig promotion) {
    return new MemoryConfig(
        1000,
        tiles,
        warps,
        1,
        new L1Config(512, 64, 64, 8, 1, 8, 8, 8, 8, 16, 1),
        new L2Config(1024, 2, 8, 1, 8, 16, 8, 1, 1, 0, 64),
        promotion,
        network(),
        dram(),
        new SystemConfig(gpus, 1024, 1, 64));
  }

  private static NetworkConfig network() {
    return new NetworkConfig(1, 64, 8);
  }

  /** Any: controllers know nothing of DRAM. */
  private static DramConfig dram() {
    return new DramConfig(
        1L << 32, 1, 1, 1024, 1000, 16, 14_000, 8_000, 14_000, 14_000, 33_000, 15_000, 8_000, 2_000,
        4_000, 60_000, 1_000_000, 160_000, 16, 20, 10, 20_000);
  }

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
