package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.atomics;
import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the L2's fields. */
final class L2Effects {
  private L2Effects() {}

  /** Sixteen kilobytes, read twice by way of a small L1. */
  private static final Probe TWICE =
      Probe.of(
          kernel(
              stream(4, 64, 8192)
                  + "\nadd.u64 %l0, %l0, 0;\n"
                  + stream(4, 64, 8192).replace("again", "later")),
          1,
          128);

  private static final Probe MISSES = Probe.of(kernel(stream(8, 64, 16384)), 1, 256);

  private static final Probe ONE_WORD = Probe.of(kernel(atomics(8, 0)), 1, 256);

  /** Four compute units that want one line at once. */
  private static final Probe SAME_LINE =
      Probe.of(kernel("ld.global.u32 %r4, [%l0];\nst.global.u32 [%l1], %r4;"), 8, 64);

  static final List<Effect> ALL =
      List.of(
          Effect.of("l2.size", "512KiB", "8KiB", "l2.misses", TWICE, "l1.size=1KiB"),
          Effect.of(
              "l2.banks",
              "16",
              "1",
              "cycles",
              Probe.of(kernel(atomics(8, 64)), 4, 64),
              "core.units=4",
              "dram.channels=4"),
          Effect.of(
              "l2.ways",
              "16",
              "1",
              "l2.misses",
              Probe.chase(200, 131072),
              "l1.size=1KiB",
              "l1.ways=1"),
          Effect.of("l2.hitLatency", "24", "100", "cycles", MISSES),
          Effect.of("l2.mshrs", "64", "1", "cycles", MISSES),
          Effect.of("l2.mshrTargets", "64", "1", "l2.stall.targets", SAME_LINE, "core.units=8"),
          Effect.of(
              "l2.sfifoEntries", "24", "1", "l2.writeBacks", L1Effects.STORES, "l1.sfifoEntries=1"),
          Effect.of("l2.atomicsPerCycle", "16", "1", "cycles", ONE_WORD),
          Effect.of("l2.atomicLanes", "16", "1", "cycles", Probe.of(kernel(atomics(8, 4)), 1, 256)),
          Effect.of("l2.atomicLatency", "0", "50", "cycles", ONE_WORD),
          Effect.of("l2.atomicInterval", "1", "8", "cycles", ONE_WORD),
          Effect.of("l2.interleave", "64B", "64KiB", "cycles", MISSES));
}
