package dev.syncopate.study.job;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.energy.Energy;

/** Energy of a job's launches, by the machine's table of energies. */
public final class JobEnergy {
  private JobEnergy() {}

  /** Picojoules; NaN where nothing was launched or the machine has no energies. */
  public static double picojoules(JobResult result, MachineConfig machine) {
    if (result.launches() == 0) {
      return Double.NaN;
    }
    Energy energy = Energy.of(machine, result.statistics());
    return energy == null ? Double.NaN : energy.total();
  }
}
