package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.RunFailure;
import dev.syncopate.app.cuda.ProgramEnd;
import dev.syncopate.app.cuda.ProgramRun;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A program that has run and is run again under other schedules, if it does the same a second time:
 * one that finds files of its first run, or reads what was typed, may not.
 */
final class ProgramAgain {
  private final CudaProgram program;
  private final List<String> words;
  private final Path libraries;
  private final BooleanSupplier goesOn;

  ProgramAgain(CudaProgram program, List<String> words, Path libraries, BooleanSupplier goesOn) {
    this.program = program;
    this.words = words;
    this.libraries = libraries;
    this.goesOn = goesOn;
  }

  /**
   * Whether another run under the machine's own schedule ends like the first, in as many cycles.
   */
  boolean same(Device first, DeviceBuilder builder) throws IOException {
    Device device = prepared(builder).open();
    return run(device) == null && work(device).equals(work(first));
  }

  private static List<String> work(Device device) {
    return device.launches().stream()
        .map(launch -> launch.kernel() + " " + launch.cycles())
        .toList();
  }

  /** A device that ends its launch when no caller waits for it. */
  DeviceBuilder prepared(DeviceBuilder builder) {
    return builder.progress(ran -> goesOn.getAsBoolean());
  }

  /** Runs it; returns null if it ends with 0 and so do its launches by themselves, else why not. */
  @Nullable String run(Device device) throws IOException {
    ProgramRun run =
        new ProgramRun(program, words, libraries)
            .readAgain()
            .output(Redirect.DISCARD, Redirect.DISCARD);
    CudaSimulation simulation =
        new CudaSimulation(device, new StringBuilder(), message -> {}, (name, text) -> name);
    ProgramEnd end = run.run(simulation, () -> !goesOn.getAsBoolean());
    Ending worst = simulation.worst();
    return worst != null
        ? RunFailure.of(worst)
        : end.status() == 0 ? null : "the program: " + end.text();
  }
}
