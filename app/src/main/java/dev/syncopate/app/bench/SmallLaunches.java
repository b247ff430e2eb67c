package dev.syncopate.app.bench;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Many launches of a kernel that is soon over, one after the other on one device: the cost of a
 * launch without its instructions.
 *
 * @param launches that count
 * @param warpInstructions of these
 * @param seconds that these took, by the device's clock
 */
public record SmallLaunches(int launches, long warpInstructions, double seconds) {
  private static final int ELEMENTS = 1024;
  private static final int BLOCK = 256;

  /**
   * Adds vectors of {@value #ELEMENTS} floats, after as many launches that do not count.
   *
   * @param stop whether to end
   * @throws CancellationException if it was to end
   */
  public static SmallLaunches of(Device device, int launches, BooleanSupplier stop) {
    Kernel kernel = KernelLibrary.bundled().load(device, "vecadd").kernel("vecadd");
    Buffer a = device.copyOf(new float[ELEMENTS]);
    Buffer b = device.copyOf(new float[ELEMENTS]);
    Buffer sum = device.copyOf(new float[ELEMENTS]);
    LaunchShape shape = LaunchShape.covering(ELEMENTS, BLOCK);
    long startNanoseconds = 0;
    for (int i = 0; i < 2 * launches; i++) {
      if (i == launches) {
        startNanoseconds = device.simulationNanoseconds();
      }
      if (stop.getAsBoolean()) {
        throw new CancellationException();
      }
      kernel.launch(shape, a, b, sum, ELEMENTS);
    }
    List<LaunchResult> counted = device.launches().subList(launches, 2 * launches);
    return new SmallLaunches(
        launches,
        counted.stream().mapToLong(launch -> launch.statistic("instructions.warp")).sum(),
        (device.simulationNanoseconds() - startNanoseconds) / 1e9);
  }

  /** Warp instructions a second. */
  public double rate() {
    return warpInstructions / seconds;
  }
}
