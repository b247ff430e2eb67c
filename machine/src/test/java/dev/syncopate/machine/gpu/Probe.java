package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel with the number of its threads, run on a small machine.
 *
 * @param ptx from {@link ProbeKernels}
 * @param chain bytes between the pointers that {@code p0} starts with, each to the next, or 0 for
 *     zeros
 * @param protocol that the machine has
 */
record Probe(String ptx, int ctas, int threads, int chain, String protocol) {
  private static final int BYTES = 1 << 20;
  private static final LaunchWatch WATCH = new LaunchWatch(10_000_000, 400_000, progress -> true);

  static Probe of(String ptx, int ctas, int threads) {
    return new Probe(ptx, ctas, threads, 0, "gpu");
  }

  /** One thread that follows pointers that many bytes apart. */
  static Probe chase(int steps, int distance) {
    return new Probe(ProbeKernels.kernel(ProbeKernels.chase(steps)), 1, 1, distance, "gpu");
  }

  /** The same with another protocol. */
  Probe under(String replacement) {
    return new Probe(ptx, ctas, threads, chain, replacement);
  }

  /** The srsp GPU with one compute unit, and the given changes. */
  static TestGpu gpu(String... settings) {
    return machine("gpu", settings);
  }

  private static TestGpu machine(String protocol, String... settings) {
    List<String> allSettings = new ArrayList<>(List.of("core.units=1", "dram.size=64MiB"));
    allSettings.addAll(List.of(settings));
    return new TestGpu(ConfigOverrides.apply(Presets.load("srsp-8cu"), allSettings), protocol, 1);
  }

  /** A run that ends. */
  KernelRun run(String... settings) {
    KernelRun run = attempt(settings);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run;
  }

  KernelRun attempt(String... settings) {
    TestGpu device = machine(protocol, settings);
    long first = device.allocate(BYTES);
    long second = device.allocate(BYTES);
    if (chain > 0) {
      ByteBuffer pointers = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (int offset = 0; offset < BYTES; offset += chain) {
        pointers.putLong(offset, first + (offset + chain) % BYTES);
      }
      device.gpu.write(first, pointers.array());
    }
    return device.watched(ptx, ctas, threads, WATCH, first, second);
  }
}
