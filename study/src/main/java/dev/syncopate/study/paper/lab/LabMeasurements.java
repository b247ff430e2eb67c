package dev.syncopate.study.paper.lab;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.energy.Energy;
import dev.syncopate.machine.energy.EnergyPart;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Measured values by the paper's names. What was not measured is NaN. */
final class LabMeasurements {
  /** The machine of Table I. */
  static final String MACHINE = "titanv-80sm";

  private final ResultGrid grid;
  private final MachineConfig preset = Presets.load(MACHINE);

  /** Machines that were read, which takes a while. */
  private final Map<LabConfiguration, MachineConfig> machines = new HashMap<>();

  LabMeasurements(ResultGrid grid) {
    this.grid = grid;
  }

  /** Execution time in cycles. */
  double time(String subject, LabConfiguration configuration) {
    return of(subject, configuration, JobResult::cycles);
  }

  /** Bytes on the interconnect. */
  double traffic(String subject, LabConfiguration configuration) {
    return counter(subject, configuration, "network.bytes");
  }

  /** All energy in picojoules. */
  double energy(String subject, LabConfiguration configuration) {
    return grid.at(subject, configuration.label(), MACHINE)
        .map(result -> energy(configuration, result).total())
        .orElse(Double.NaN);
  }

  /** A part of the machine's energy in picojoules. */
  double energy(String subject, LabConfiguration configuration, EnergyPart part) {
    return grid.at(subject, configuration.label(), MACHINE)
        .map(result -> energy(configuration, result).picojoules().getOrDefault(part, 0.0))
        .orElse(Double.NaN);
  }

  /** The parts that energy is told apart by. */
  List<EnergyPart> parts() {
    return Energy.parts(preset);
  }

  private Energy energy(LabConfiguration configuration, JobResult result) {
    MachineConfig machine =
        machines.computeIfAbsent(
            configuration, key -> ConfigOverrides.apply(preset, key.settings()));
    return Objects.requireNonNull(
        Energy.of(machine, result.statistics()), "the machine has energies");
  }

  /** Global atomics over global accesses (lab §V: ATGR). */
  double atomicShare(String subject, Requests requests) {
    return counter(subject, LabConfiguration.BASE, requests.atomics)
        / counter(subject, LabConfiguration.BASE, requests.allRequests);
  }

  /** Updates that a buffer had no line for, over all. */
  double missRate(String subject, LabConfiguration configuration) {
    return counter(subject, configuration, "lab.misses")
        / counter(subject, configuration, "lab.updates");
  }

  double counter(String subject, LabConfiguration configuration, String name) {
    return of(subject, configuration, result -> result.statistic(name));
  }

  /** A number over the same of the baseline. */
  double ratio(String subject, LabConfiguration configuration, Quantity number) {
    return number.of(this, subject, configuration)
        / number.of(this, subject, LabConfiguration.BASE);
  }

  /** What the mean of several configurations takes away from the baseline's, as a fraction. */
  double reduction(String subject, List<LabConfiguration> configurations, Quantity number) {
    return 1
        - configurations.stream()
            .mapToDouble(configuration -> ratio(subject, configuration, number))
            .filter(ratio -> !Double.isNaN(ratio))
            .average()
            .orElse(Double.NaN);
  }

  /** A result, to be looked at as a whole. */
  Optional<JobResult> result(String subject, LabConfiguration configuration) {
    return grid.at(subject, configuration.label(), MACHINE);
  }

  private double of(
      String subject, LabConfiguration configuration, ToDoubleFunction<JobResult> quantity) {
    return grid.measure(subject, configuration.label(), MACHINE, quantity);
  }

  /** Possible definitions of a "global memory request", which the paper does not define. */
  enum Requests {
    THREADS("accesses of threads", "instructions.atomicThread", "instructions.globalThread"),
    LINES("lines of warps", "l2.atomics", "coalescer.lines"),
    L2("requests to the L2", "l2.atomics", "l2.accesses");

    private final String label;
    private final String atomics;
    private final String allRequests;

    Requests(String label, String atomics, String allRequests) {
      this.label = label;
      this.atomics = atomics;
      this.allRequests = allRequests;
    }

    String label() {
      return label;
    }
  }

  /** Quantity compared with the baseline. */
  enum Quantity {
    TIME("time") {
      @Override
      double of(LabMeasurements measured, String subject, LabConfiguration configuration) {
        return measured.time(subject, configuration);
      }
    },
    ENERGY("energy") {
      @Override
      double of(LabMeasurements measured, String subject, LabConfiguration configuration) {
        return measured.energy(subject, configuration);
      }
    },
    TRAFFIC("traffic") {
      @Override
      double of(LabMeasurements measured, String subject, LabConfiguration configuration) {
        return measured.traffic(subject, configuration);
      }
    };

    private final String words;

    Quantity(String words) {
      this.words = words;
    }

    /** As the published data names it. */
    String words() {
      return words;
    }

    abstract double of(LabMeasurements measured, String subject, LabConfiguration configuration);
  }
}
