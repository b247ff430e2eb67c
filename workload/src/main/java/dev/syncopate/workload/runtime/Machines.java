package dev.syncopate.workload.runtime;

import dev.syncopate.machine.config.MachineConfig;

/** Finds the machine a builder means. */
final class Machines {
  private Machines() {}

  static MachineConfig resolve(DeviceBuilder builder) {
    MachineConfig machine = builder.machine;
    if (machine == null) {
      throw new LaunchException("there is no machine " + builder.machineName);
    }
    return machine;
  }
}
