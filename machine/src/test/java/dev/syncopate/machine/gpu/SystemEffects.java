package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the fields of what joins several GPUs, on two of one compute unit each. */
final class SystemEffects {
  private SystemEffects() {}

  /** Both units add to one word. */
  private static final Probe ADDS =
      Probe.of(kernel(loop(20, "atom.relaxed.sys.global.add.u32 %r4, [%l0], 1;")), 2, 1);

  private static final Probe MISSES = Probe.of(kernel(stream(4, 64, 16384)), 1, 256);

  /** Twice through 16 KiB, at the memory side. */
  private static final Probe TWICE =
      Probe.of(
          kernel(
              loop(
                  512,
                  "mul.lo.u32 %r5, %r60, 64;\nand.b32 %r5, %r5, 16383;\ncvt.u64.u32 %l2, %r5;\n"
                      + "add.u64 %l2, %l2, %l0;\nld.relaxed.sys.global.u32 %r4, [%l2];")),
          1,
          1);

  static final List<Effect> ALL =
      List.of(
          Effect.of("system.gpus", "1", "2", "system.atomics", ADDS, "core.units=2"),
          Effect.of(
              "system.cacheSize",
              "512KiB",
              "8KiB",
              "system.misses",
              TWICE,
              "core.units=2",
              "system.gpus=2"),
          Effect.of(
              "system.linkLatency", "20", "200", "cycles", ADDS, "core.units=2", "system.gpus=2"),
          Effect.of(
              "system.linkBandwidth",
              "36",
              "4",
              "cycles",
              MISSES,
              "core.units=2",
              "system.gpus=2"));
}
