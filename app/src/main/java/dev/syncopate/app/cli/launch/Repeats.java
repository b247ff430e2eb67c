package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.check.scope.Runs;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs what a command runs again, on a device of its own each time. */
final class Repeats implements Runs {
  private final Supplier<DeviceBuilder> devices;
  private final Body body;
  private final boolean promotes;
  private final BooleanSupplier goesOn;

  /** What is run. */
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
  Repeats(Supplier<DeviceBuilder> devices, Body body, boolean promotes, BooleanSupplier goesOn) {
    this.devices = devices;
    this.body = body;
    this.promotes = promotes;
    this.goesOn = goesOn;
  }

  /** Why a run counts for nothing of which a launch did not end by itself. */
  static String ended(Ending ending) {
    return switch (ending) {
      case DONE -> throw new IllegalArgumentException("it has ended by itself");
      case FAULT -> "a launch faults";
      case HANG -> "a launch hangs";
      case MAX_CYCLES -> "a launch does not end within --max-cycles";
      case INTERRUPTED -> "a launch is interrupted";
    };
  }

  @Override
  public Result run(UnaryOperator<Program> as, List<? extends Observer> observers) {
    Device device = devices.get().kernels(as).open();
    observers.forEach(device::observe);
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
