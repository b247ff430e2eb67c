package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;

import java.util.List;

/** Effects of the local atomic buffer's fields. */
final class LabEffects {
  private LabEffects() {}

  /** Each thread adds to a word, some bytes between neighbouring threads. */
  static Probe updates(int stride, int threads) {
    return Probe.of(
        kernel(
            "mul.wide.u32 %l2, %r0, "
                + stride
                + ";\nadd.u64 %l2, %l2, %l0;\n"
                + loop(8, "red.comm.gpu.global.add.u32 [%l2], 1;")),
        1,
        threads);
  }

  static final List<Effect> ALL =
      List.of(
          Effect.of("mechanisms.lab.entries", "unlimited", "16", "lab.evictions", updates(64, 64)),
          Effect.of(
              "mechanisms.lab.ways",
              "8",
              "1",
              "lab.evictions",
              updates(2048, 8),
              "mechanisms.lab.entries=32"),
          Effect.of(
              "mechanisms.lab.from",
              "shared",
              "l1",
              "l1.misses",
              L1Effects.REUSE,
              "mechanisms.lab.entries=224"),
          Effect.of(
              "mechanisms.lab.reuse",
              "on",
              "off",
              "network.messages",
              updates(4, 64),
              "mechanisms.lab.entries=8"),
          Effect.of(
              "mechanisms.lab.flushAtKernelEnd",
              "free",
              "timed",
              "cycles",
              updates(64, 64),
              "mechanisms.lab.entries=64"),
          Effect.of(
              "mechanisms.lab.conflictCycles",
              "1",
              "50",
              "cycles",
              updates(0, 64),
              "mechanisms.lab.entries=8"));
}
