package dev.syncopate.app.bench;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchStoppedException;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A workload run in this process after it has run several times. Times are of the launches alone.
 *
 * @param cycles simulated
 * @param warpInstructions issued
 * @param transactions line accesses that left the coalescers
 * @param seconds that the median round's launches took, by its devices' clock
 */
public record WarmRun(long cycles, long warpInstructions, long transactions, double seconds) {
  /**
   * Runs a workload {@code rounds} times after {@code warmUps} that do not count.
   *
   * @param size as {@code --size} takes it
   * @param device makes a device like the others each time
   * @param stop whether to end
   * @throws CancellationException if it was to end
   * @throws IllegalStateException if an answer is wrong
   */
  public static WarmRun of(
      Workload workload,
      String size,
      Supplier<DeviceBuilder> device,
      int warmUps,
      int rounds,
      BooleanSupplier stop) {
    return of(workload, size, List.of(device), warmUps, rounds, stop).getFirst();
  }

  /**
   * The same for devices that differ, in turn, so that other work of the computer slows all of
   * them.
   */
  public static List<WarmRun> of(
      Workload workload,
      String size,
      List<Supplier<DeviceBuilder>> devices,
      int warmUps,
      int rounds,
      BooleanSupplier stop) {
    List<List<WarmRun>> runs = new ArrayList<>();
    devices.forEach(_ -> runs.add(new ArrayList<>()));
    for (int i = 0; i < warmUps + rounds; i++) {
      for (int d = 0; d < devices.size(); d++) {
        // Else the machines of earlier rounds make the heap grow, into memory never used before.
        System.gc();
        DeviceBuilder device = devices.get(d).get().progress(_ -> !stop.getAsBoolean());
        WarmRun run = once(workload, size, device.open(), stop);
        if (i >= warmUps) {
          runs.get(d).add(run);
        }
      }
    }
    return runs.stream().map(WarmRun::median).toList();
  }

  private static WarmRun median(List<WarmRun> runs) {
    runs.sort(Comparator.comparingDouble(WarmRun::seconds));
    return runs.get(runs.size() / 2);
  }

  private static WarmRun once(Workload workload, String size, Device device, BooleanSupplier stop) {
    WorkloadOutcome outcome;
    try {
      outcome = workload.run(new ContextBuilder(workload).size(size).build(device));
    } catch (LaunchStoppedException e) {
      throw stop.getAsBoolean() ? new CancellationException() : e;
    }
    if (stop.getAsBoolean()) {
      throw new CancellationException();
    }
    if (!outcome.verified()) {
      throw new IllegalStateException(workload.name() + ": " + outcome.message());
    }
    return new WarmRun(
        device.launches().stream().mapToLong(LaunchResult::cycles).sum(),
        total(device, "instructions.warp"),
        total(device, "coalescer.lines"),
        device.simulationNanoseconds() / 1e9);
  }

  private static long total(Device device, String counter) {
    return device.launches().stream().mapToLong(launch -> launch.statistic(counter)).sum();
  }

  /** An amount a second. */
  public double rate(long amount) {
    return amount / Math.max(seconds, 1e-9);
  }
}
