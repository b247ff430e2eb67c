package dev.syncopate.study.compare;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A change of a machine, by which a comparison tests whether its order of mechanisms depends on the
 * machine.
 *
 * @param setting {@code path=value}
 * @param originalValue the value that the machine has
 */
record MachineChange(String setting, String originalValue) {
  private enum Unit {
    NONE,
    BYTES,
    MEGAHERTZ;

    String text(long value) {
      return switch (this) {
        case NONE -> Long.toString(value);
        case MEGAHERTZ -> value + "MHz";
        case BYTES -> value % 1024 == 0 ? value / 1024 + "KiB" : value + "B";
      };
    }
  }

  private record Factor(String path, Unit unit, ToLongFunction<MachineConfig> value) {}

  /** Capacity, latency and bandwidth of what lies between an L1 and memory. */
  private static final List<Factor> FACTORS =
      List.of(
          new Factor("l1.size", Unit.BYTES, machine -> machine.l1().size()),
          new Factor(
              "l1.outstandingWrites", Unit.NONE, machine -> machine.l1().outstandingWrites()),
          new Factor("l2.hitLatency", Unit.NONE, machine -> machine.l2().hitLatency()),
          new Factor("l2.atomicsPerCycle", Unit.NONE, machine -> machine.l2().atomicsPerCycle()),
          new Factor("l2.atomicLatency", Unit.NONE, machine -> machine.l2().atomicLatency()),
          new Factor("network.latency", Unit.NONE, machine -> machine.network().latency()),
          new Factor(
              "network.portBandwidth", Unit.NONE, machine -> machine.network().portBandwidth()),
          new Factor("mesh.linkBytes", Unit.NONE, machine -> machine.mesh().linkBytes()),
          new Factor("dram.clock", Unit.MEGAHERTZ, machine -> machine.dram().clock()));

  /** Half and twice of each factor that the machine has, as far as its ranges allow. */
  static List<MachineChange> of(MachineConfig machine) {
    boolean mesh = machine.network().kind() == NetworkConfig.Kind.MESH;
    List<MachineChange> changes = new ArrayList<>();
    for (Factor factor : FACTORS) {
      if (factor.path.startsWith(mesh ? "network." : "mesh.")) {
        continue; // without effect on this machine
      }
      long value = factor.value.applyAsLong(machine);
      for (long changed : new long[] {value / 2, value * 2}) {
        MachineChange change =
            new MachineChange(
                factor.path + "=" + factor.unit.text(changed), factor.unit.text(value));
        if (changed != value && change.isAllowedOn(machine)) {
          changes.add(change);
        }
      }
    }
    return changes;
  }

  /** Settings with this change, in the place of another value of its field. */
  List<String> in(List<String> settings) {
    String field = setting.substring(0, setting.indexOf('=') + 1);
    List<String> changed = new ArrayList<>(settings);
    changed.removeIf(candidate -> candidate.startsWith(field));
    changed.add(setting);
    return changed;
  }

  private boolean isAllowedOn(MachineConfig machine) {
    try {
      ConfigOverrides.apply(machine, List.of(setting));
      return true;
    } catch (ConfigException e) {
      return false; // outside the field's range, or against another field
    }
  }
}
