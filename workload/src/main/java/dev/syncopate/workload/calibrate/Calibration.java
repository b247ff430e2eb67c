package dev.syncopate.workload.calibrate;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.workload.calibrate.Measurement.SetUp;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.ClusterSize;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import java.util.EnumMap;

/**
 * Measures a simulated machine, as {@code host/calibrate.cu} measures a GPU: with the same kernels
 * and the same {@linkplain Measurement numbers}.
 */
public final class Calibration {
  /** Where what is swept begins, behind all that kernels work on. */
  private static final int SWEPT = 1 << 27;

  private static final int SET_UP_THREADS = 256;

  /** Steps in one pass of a kernel's loop, at most. */
  private static final int ROUND = 64;

  private final Device device;
  private final Module module;

  /** Loaded when one of their kernels is measured first. */
  private final EnumMap<Measurement.Source, Module> newer = new EnumMap<>(Measurement.Source.class);

  private final Buffer memory;
  private final Buffer times;
  private final int units;
  private final int sweptBytes;

  /**
   * @param device a machine on which nothing else runs
   * @throws dev.syncopate.workload.runtime.LaunchException if it has too little memory
   */
  public Calibration(Device device) {
    this.device = device;
    MachineConfig machine = device.machine();
    units = machine.core().units();
    sweptBytes =
        2
            * Math.max(
                machine.l2().size(),
                machine.system().gpus() > 1 ? machine.system().cacheSize() : 0);
    module = KernelLibrary.bundled().load(device, "calibrate");
    memory = device.allocate("memory", (long) SWEPT + sweptBytes);
    times = device.allocate("times", 2L * Long.BYTES * units * machine.core().maxWarps());
  }

  /**
   * Makes a measurement.
   *
   * @throws dev.syncopate.workload.runtime.LaunchStoppedException if a launch did not end by itself
   */
  public double measure(Measurement measurement) {
    cycles(
        measurement,
        Math.min(ROUND, measurement.steps())); // brings the instructions into their caches
    long once = cycles(measurement, measurement.steps());
    return measurement.value(units, cycles(measurement, 2 * measurement.steps()) - once);
  }

  private long cycles(Measurement measurement, int steps) {
    SetUp setUp = measurement.setUp();
    if (setUp == SetUp.RING || setUp == SetUp.COLD_RING) {
      launch(
          module, "ring", LaunchShape.of(1, SET_UP_THREADS), 0, measurement.a(), measurement.b());
    }
    if (setUp == SetUp.COLD || setUp == SetUp.COLD_RING) {
      launch(module, "sweep", LaunchShape.of(units, SET_UP_THREADS), 0, SWEPT, sweptBytes);
    }
    times.fill((byte) 0);
    LaunchShape shape = LaunchShape.of(measurement.ctas(units), measurement.threads());
    boolean clustered = measurement.source() == Measurement.Source.CLUSTERED;
    LaunchResult result =
        launch(
            module(measurement.source()),
            measurement.kernel(),
            clustered ? shape.withCluster(ClusterSize.of(Dim3.of(measurement.ctas(units)))) : shape,
            steps,
            measurement.a(),
            setUp == SetUp.COLD_RING ? 0 : measurement.b());
    return measurement.launch() ? result.cycles() : clocked();
  }

  private Module module(Measurement.Source source) {
    return source == Measurement.Source.BASIC
        ? module
        : newer.computeIfAbsent(source, _ -> KernelLibrary.bundled().load(device, source.file));
  }

  private LaunchResult launch(
      Module kernels, String kernel, LaunchShape shape, int steps, int a, int b) {
    return kernels.kernel(kernel).launch(shape, memory, times, steps, a, b);
  }

  /** From the first warp's start to the last one's end. */
  private long clocked() {
    long first = Long.MAX_VALUE;
    long last = 0;
    long[] timestamps = times.readLongs();
    for (int i = 0; i < timestamps.length; i += 2) {
      if (timestamps[i + 1] != 0) {
        first = Math.min(first, timestamps[i]);
        last = Math.max(last, timestamps[i + 1]);
      }
    }
    return last - first;
  }

  /** The machine that is measured. */
  public MachineConfig machine() {
    return device.machine();
  }
}
