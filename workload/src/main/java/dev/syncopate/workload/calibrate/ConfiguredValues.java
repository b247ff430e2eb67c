package dev.syncopate.workload.calibrate;

import dev.syncopate.machine.config.MachineConfig;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values of a measurement that a machine's fields give directly. */
public final class ConfiguredValues {
  private static final int LANES = 32;
  private static final int WORD = 4;
  private static final Set<String> OVER_NETWORK =
      Set.of("latency.l2", "latency.memory", "atomic.thread");

  private ConfiguredValues() {}

  /** The value that the machine's fields amount to; null where none do. */
  public static @Nullable Double value(String measurement, MachineConfig machine) {
    var core = machine.core();
    var l2 = machine.l2();
    if (machine.memory().meshed() && OVER_NETWORK.contains(measurement)) {
      return null; // every bank is so far as its router is
    }
    return switch (measurement) {
      case "latency.shared" -> whole(core.sharedLatency());
      case "latency.l1" -> whole(machine.l1().hitLatency());
      case "latency.l2" -> whole(l2Latency(machine));
      case "latency.memory" -> whole(l2Latency(machine) + memoryLatency(machine));
      case "conflicts.2", "conflicts.4", "conflicts.8", "conflicts.16", "conflicts.32" ->
          whole(core.sharedLatency() + ways(measurement, core.sharedBanks()) - 1);
      case "dependent.add" -> whole(core.integerLatency());
      case "dependent.multiply" -> whole(core.multiplyLatency());
      case "dependent.divide" -> whole(core.divideLatency());
      case "dependent.float" -> whole(core.floatLatency());
      case "dependent.double" -> whole(core.doubleLatency());
      case "dependent.special" -> whole(core.specialLatency());
      case "independent.add", "independent.float" -> whole(core.simds() * core.simdLanes());
      case "barrier.1warp" -> whole(core.barrierLatency());
      case "atomic.thread" -> whole(l2Latency(machine) + l2.atomicLatency());
      case "atomics.word" -> whole(l2.atomicsPerCycle());
      case "bandwidth.shared" -> whole(core.sharedBanks() * WORD);
      case "bandwidth.l1" -> whole(machine.l1().line());
      case "bandwidth.memory.read", "bandwidth.memory.copy" -> pins(machine);
      case "mbarrier.arrive" -> whole(machine.copy().arriveCycles());
      case "mbarrier.wait" ->
          whole(
              core.integerLatency()
                  + (machine.copy().waitCycles() > 0
                      ? machine.copy().waitCycles()
                      : core.sharedLatency()));
      case "cluster.load" -> whole(core.sharedLatency() + 2 * machine.cluster().peerLatency());
      case "fence.proxy" -> whole(machine.copy().fenceCycles());
      default -> null;
    };
  }

  private static Double whole(int value) {
    return (double) value;
  }

  /** A load that misses the L1: the network both ways, with a cycle in a port each time. */
  private static int l2Latency(MachineConfig machine) {
    return machine.l1().hitLatency()
        + 2 * (machine.network().latency() + 1)
        + machine.l2().hitLatency();
  }

  /** Opening a row and reading from it. */
  private static int memoryLatency(MachineConfig machine) {
    return cycles(machine.dram().tRCD(), machine)
        + cycles(machine.dram().tCL(), machine)
        + cycles(machine.dram().controllerLatency(), machine);
  }

  private static int cycles(int picoseconds, MachineConfig machine) {
    return Math.toIntExact(Math.ceilDiv((long) picoseconds * machine.core().clock(), 1_000_000L));
  }

  /** Lanes that meet in a bank when they are so many words apart. */
  private static int ways(String measurement, int banks) {
    int stride = Integer.parseInt(measurement.substring(measurement.indexOf('.') + 1));
    return Math.max(1, LANES / Math.max(1, banks / stride));
  }

  /** Data move on both edges of the memory clock. */
  private static Double pins(MachineConfig machine) {
    var dram = machine.dram();
    return 2.0 * dram.channels() * dram.busBytes() * dram.clock() / machine.core().clock();
  }
}
