package dev.syncopate.app.report;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.List;

/**
 * What a run was checked for and what was found.
 *
 * @param checker what watched it
 * @param device on which it ran
 */
public record CheckResults(Checker checker, Device device) {
  public List<Finding> findings() {
    return checker.findings();
  }

  /** Launches that ended in a fault: those that the machine's own checks have ended among them. */
  public List<LaunchResult> faults() {
    return device.launches().stream().filter(launch -> launch.ending() == Ending.FAULT).toList();
  }

  /** Whether nothing was found. */
  public boolean clean() {
    return findings().isEmpty() && faults().isEmpty();
  }
}
