package dev.syncopate.memory.rig;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.config.BundledConfigurations;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.List;

/** Memory systems for tests, defined by the files in this class's package. */
public final class RigConfigs {
  private static final MemoryConfig ROOMY = read("roomy");
  private static final MemoryConfig TINY = read("tiny");
  private static final MemoryConfig TINY_LINES = read("tiny-lines");
  private static final MemoryConfig ONES = read("ones");

  private RigConfigs() {}

  private static MemoryConfig read(String name) {
    return new BundledConfigurations(RigConfigs.class)
        .read(name, MemoryConfig.class, Protocols.settings());
  }

  /** L1s of 64 lines, L2 of 256, nothing scarce. */
  public static MemoryConfig roomy() {
    return ROOMY;
  }

  /** 16 lines in each cache and little of everything else, so that all limits are met. */
  public static MemoryConfig tiny() {
    return TINY;
  }

  /** As {@link #tiny} with lines of 64 bytes that are filled whole. */
  public static MemoryConfig tinyLines() {
    return TINY_LINES;
  }

  /** One of all that can be one, and room in a line for little else: limits at every step. */
  public static MemoryConfig ones() {
    return ONES;
  }

  /**
   * L1s of two lines, with MSHRs, before an L2 that has room: lines leave an L1 that the L2 keeps.
   */
  public static MemoryConfig fewLines() {
    return with(
        ONES,
        "l1.mshrs=4",
        "l1.mshrTargets=4",
        "l1.queue=4",
        "l2.size=4KiB",
        "l2.ways=4",
        "l2.mshrs=4");
  }

  /**
   * The same with other values of some fields.
   *
   * @param settings each {@code path=value}, as in {@code l1.ways=2}
   * @throws dev.syncopate.sim.config.ConfigException if a value is illegal or does not fit the
   *     others
   */
  public static MemoryConfig with(MemoryConfig config, String... settings) {
    return ConfigOverrides.apply(config, List.of(settings));
  }

  /** With another number of compute units. */
  public static MemoryConfig withUnits(MemoryConfig config, int units) {
    return with(config, "computeUnits=" + units);
  }

  /**
   * The same with six L2 banks of the same size at a mesh of three by two; little private memory.
   */
  public static MemoryConfig meshed(MemoryConfig config) {
    return with(
        config,
        "network.kind=mesh",
        "mesh.width=3",
        "mesh.height=2",
        "mesh.cornerLatency=12",
        "mesh.interfaceLatency=3",
        "mesh.linkBytes=16",
        "mesh.bufferFlits=4",
        "l2.banks=6",
        "l2.size=" + 6 * (config.l2().size() / config.l2().banks()));
  }

  /** The same machine with its compute units in several GPUs; little of everything between them. */
  public static MemoryConfig withGpus(MemoryConfig config, int gpus) {
    return with(
        config,
        "system.gpus=" + gpus,
        "system.cacheSize=" + config.l2().size(),
        "system.linkLatency=" + (config.network().latency() + 2),
        "system.linkBandwidth=16");
  }
}
