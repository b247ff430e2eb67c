package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.check.scope.AdviceRun;
import dev.syncopate.check.scope.AdviceRunner;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs what a command runs again, on a new device each time. */
final class RepeatedRuns implements AdviceRunner {
  private final Supplier<DeviceBuilder> devices;
  private final Body body;
  private final boolean promotes;
  private final BooleanSupplier goesOn;

  /** The repeated run. */
  @FunctionalInterface
  interface Body {
    /**
     * Runs it.
     *
     * @return null if it was right, else why not
     */
    @Nullable String run(Device device) throws ArgumentSyntaxException;
  }

  /**
   * @param devices as the command has them
   * @param promotes whether the machine has remote scope promotion
   */
  RepeatedRuns(
      Supplier<DeviceBuilder> devices, Body body, boolean promotes, BooleanSupplier goesOn) {
    this.devices = devices;
    this.body = body;
    this.promotes = promotes;
    this.goesOn = goesOn;
  }

  @Override
  public Result run(AdviceRun variant) {
    Device device = devices.get().kernels(variant.kernels()).open();
    variant.watch(device::observe);
    String failure;
    try {
      failure = body.run(device);
    } catch (ArgumentSyntaxException e) {
      throw new IllegalStateException("arguments that were right once are not", e);
    }
    long cycles = device.launches().stream().mapToLong(LaunchResult::cycles).sum();
    return new Result(cycles, failure);
  }

  @Override
  public boolean promotes() {
    return promotes;
  }

  @Override
  public boolean goesOn() {
    return goesOn.getAsBoolean();
  }
}
