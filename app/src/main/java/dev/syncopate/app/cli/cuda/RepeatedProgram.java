package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.RunFailure;
import dev.syncopate.app.cuda.ProgramEnd;
import dev.syncopate.app.cuda.ProgramRun;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.check.scope.AdviceRun;
import dev.syncopate.check.scope.AdviceRunner;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs a program again, each time as a new process whose output is discarded. */
final class RepeatedProgram implements AdviceRunner {
  private final CudaProgram program;
  private final List<String> words;
  private final Path libraries;
  private final Supplier<DeviceBuilder> devices;
  private final int status;
  private final BooleanSupplier goesOn;
  private boolean promotes;

  /**
   * @param devices as the command has them
   * @param status with which the program ends if all is as it was
   */
  RepeatedProgram(
      CudaProgram program,
      List<String> words,
      Path libraries,
      Supplier<DeviceBuilder> devices,
      int status,
      BooleanSupplier goesOn) {
    this.program = program;
    this.words = words;
    this.libraries = libraries;
    this.devices = devices;
    this.status = status;
    this.goesOn = goesOn;
  }

  @Override
  public Result run(AdviceRun variant) {
    ProgramRun run =
        new ProgramRun(program, words, libraries).output(Redirect.DISCARD, Redirect.DISCARD);
    StringBuilder printed = new StringBuilder();
    Device device =
        devices
            .get()
            .progress(ran -> goesOn.getAsBoolean() && run.isAlive())
            .printed(printed::append)
            .kernels(variant.kernels())
            .open();
    promotes = Mechanisms.hasRemoteOperations(device.protocol());
    variant.watch(device::observe);
    CudaSimulation simulation =
        new CudaSimulation(device, printed, message -> {}, (name, text) -> name);
    ProgramEnd ended;
    try {
      ended = run.run(simulation, () -> !goesOn.getAsBoolean());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long cycles = device.launches().stream().mapToLong(LaunchResult::cycles).sum();
    Ending worst = simulation.worst();
    return new Result(
        cycles,
        worst != null
            ? RunFailure.of(worst)
            : ended.status() != status ? "the program ends with status " + ended.status() : null);
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
