package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the fields of perturbed schedules. */
final class PerturbEffects {
  private PerturbEffects() {}

  private static final Probe MISSES = Probe.of(kernel(stream(4, 64, 16384)), 1, 256);

  /** Reads one word again and again: most accesses are hits, shorter than the longest pauses. */
  private static final Probe HITS = Probe.of(kernel(loop(200, "ld.global.u32 %r4, [%l0];")), 1, 64);

  static final List<Effect> ALL =
      List.of(
          Effect.of("perturb.seed", "0", "4", "cycles", MISSES),
          Effect.of("perturb.messageDelay", "1", "4096", "cycles", MISSES, "perturb.seed=4"),
          Effect.of("perturb.warpPause", "1", "65536", "cycles", HITS, "perturb.seed=4"),
          Effect.of("perturb.delays", "none", "begin:1.0.0+4000", "cycles", HITS));
}
