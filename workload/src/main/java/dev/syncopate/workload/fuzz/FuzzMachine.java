package dev.syncopate.workload.fuzz;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;

/** A small machine that runs kernels of a fuzz campaign. */
final class FuzzMachine {
  /**
   * Few more cycles than an access to memory takes, so that kernels which compute for long are
   * looked at: none may be called hung.
   */
  private static final long WATCHDOG = 5_000;

  private static final long LONGEST = 5_000_000;

  private final String name;
  private final DeviceBuilder builder;
  private Device device;

  /**
   * @param divergence {@code its} or {@code ipdom}
   * @param warpWidth 32 or 64
   * @param schedule seed of a perturbed schedule; 0 for the machine's own
   */
  FuzzMachine(String divergence, int warpWidth, String scheduler, int schedule) {
    this(
        divergence,
        warpWidth,
        scheduler,
        schedule,
        schedule == 0 ? scheduler : scheduler + ", schedule of seed " + schedule,
        false);
  }

  /**
   * A machine without time.
   *
   * @param divergence {@code its} or {@code ipdom}
   * @param warpWidth 32 or 64
   * @param fused whether it compiles kernels, or interprets them
   */
  static FuzzMachine functional(String divergence, int warpWidth, boolean fused) {
    String manner = fused ? "functional, fused" : "functional";
    FuzzMachine machine = new FuzzMachine(divergence, warpWidth, "oldest-first", 0, manner, true);
    machine.builder.fuseFrom(fused ? 0 : Long.MAX_VALUE);
    machine.device = machine.builder.open();
    return machine;
  }

  private FuzzMachine(
      String divergence,
      int warpWidth,
      String scheduler,
      int schedule,
      String manner,
      boolean functional) {
    name = "%s, warps of %d, %s".formatted(divergence, warpWidth, manner);
    builder = new DeviceBuilder("titanv-80sm", "gpu", "hrf").functional(functional);
    for (String setting :
        List.of(
            "core.divergence=" + divergence,
            "core.warpWidth=" + warpWidth,
            "core.scheduler=" + scheduler,
            "perturb.seed=" + schedule,
            "core.units=2",
            "core.simds=2",
            "core.maxWarps=16",
            "core.maxCtas=8",
            "l2.banks=4",
            "l2.size=64KiB",
            "l2.ways=4",
            "l2.sfifoEntries=16",
            "dram.channels=2",
            "dram.size=1GiB")) {
      builder.set(setting);
    }
    device = builder.watchdog(WATCHDOG).maxCycles(LONGEST).open();
  }

  String name() {
    return name;
  }

  /**
   * Runs a kernel.
   *
   * @param out what its output holds before, and afterwards if it ends
   * @return how it did not end by itself; empty if it did
   */
  String run(KernelTrial trial, String kernel, byte[] out, byte[] inputBytes) {
    Buffer output = device.copyOf(out);
    Buffer input = device.copyOf(inputBytes);
    LaunchResult result;
    try {
      Kernel loaded = device.load(trial.name(), trial.text()).kernel(kernel);
      LaunchShape shape =
          new LaunchShape(Dim3.of(trial.ctas()), new Dim3(trial.x(), trial.y(), 1), 0);
      result = loaded.attempt(shape, output, input);
    } catch (LaunchException e) {
      return "refused: " + e.getMessage();
    }
    if (result.ending() != LaunchResult.Ending.DONE) {
      device = builder.open(); // this one runs nothing more, of a smaller kernel neither
      return result.ending() + ": " + result.report();
    }
    byte[] written = output.readBytes();
    System.arraycopy(written, 0, out, 0, out.length);
    return "";
  }
}
