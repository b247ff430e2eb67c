package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.fill;
import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;

import java.util.List;

/** Effects of what DeNovo leaves a choice. */
final class DenovoEffects {
  private DenovoEffects() {}

  /** Each thread writes one word of a line after the other. */
  private static final Probe LINES = Probe.of(kernel(fill(8, 64, 4)), 1, 4).under("denovo");

  /** One thread that reads the same words again and again, with an acquire between. */
  private static final Probe READS =
      Probe.of(
              kernel(
                  loop(
                      10,
                      "ld.global.nc.u32 %r4, [%l0];\nadd.u32 %r5, %r5, %r4;\nfence.acq_rel.gpu;")),
              1,
              1)
          .under("denovo");

  static final List<Effect> ALL =
      List.of(
          Effect.of(
              "mechanisms.denovo.register", "release", "store", "denovo.registrations", LINES),
          Effect.of("mechanisms.denovo.readOnlyRegion", "true", "false", "l1.misses", READS));
}
