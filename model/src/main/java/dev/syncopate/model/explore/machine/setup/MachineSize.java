package dev.syncopate.model.explore.machine.setup;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.config.BundledConfigurations;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Size of an explored machine. It has two L2 banks, and lines of 64 bytes. */
public enum MachineSize {
  /** One of everything, so that every second line evicts and every table overflows. */
  TINY,
  /** Room for everything that a test does: no evictions, no overflows. */
  ROOMY,
  /**
   * Room for everything but in the tables of remote scope promotion, which have one entry each; and
   * remote accesses exclude one another on the same line only.
   */
  TABLES,
  /**
   * One of everything, but remote accesses exclude one another on the same line only. It differs
   * from {@link #TINY} for protocols that have a promotion lock.
   */
  LINES;

  /** With one tile, one thread and one GPU, as the file of its name in this package says. */
  @SuppressWarnings("ImmutableEnumChecker") // a record of records, numbers and names
  private final MemoryConfig smallest =
      new BundledConfigurations(MachineSize.class)
          .read(label(), MemoryConfig.class, Protocols.settings());

  /**
   * The memory system of a machine with so many GPUs, tiles in all, threads on each tile, and CPUs.
   */
  public MemoryConfig config(int gpus, int tiles, int warps, int cpus) {
    return ConfigOverrides.apply(
        smallest,
        List.of(
            "system.gpus=" + gpus,
            "computeUnits=" + tiles,
            "warpsPerUnit=" + warps,
            "cpu.cores=" + cpus));
  }

  /**
   * Whether the size differs from another for a protocol: in the settings of a mechanism whose
   * settings the protocol looks at.
   */
  public boolean differs(MachineSize size, Protocol protocol) {
    Map<String, Record> ownMembers = smallest.mechanisms().members();
    Map<String, Record> otherMembers = size.smallest.mechanisms().members();
    return ownMembers.keySet().stream()
        .filter(name -> !Objects.equals(ownMembers.get(name), otherMembers.get(name)))
        .anyMatch(name ->
            protocol.settings().stream()
                .anyMatch(setting -> setting.startsWith("mechanisms." + name + ".")));
  }

  /**
   * The same for the protocol of a name.
   *
   * @throws IllegalArgumentException for a name that no protocol has
   */
  public boolean differs(MachineSize size, String protocol) {
    return differs(size, Protocols.named(protocol));
  }

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
