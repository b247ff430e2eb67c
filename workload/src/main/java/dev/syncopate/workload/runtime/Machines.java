package dev.syncopate.workload.runtime;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;

/** Finds the machine a builder means. */
final class Machines {
  private Machines() {}

  /**
   * @throws dev.syncopate.sim.config.ConfigException if there is no such machine or a setting is
   *     illegal
   */
  static MachineConfig resolve(DeviceBuilder builder) {
    MachineConfig machine = builder.machine;
    return ConfigOverrides.apply(
        machine == null ? Presets.load(builder.machineName) : machine, builder.settings);
  }
}
