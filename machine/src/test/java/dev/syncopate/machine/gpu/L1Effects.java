package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.atomics;
import static dev.syncopate.machine.gpu.ProbeKernels.fill;
import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the L1's fields. */
final class L1Effects {
  private L1Effects() {}

  /** 64 lanes, each with a separate line, again and again: 4 KiB of lines. */
  static final Probe REUSE =
      Probe.of(
          kernel(
              loop(
                  8,
                  "mul.wide.u32 %l3, %r0, 64;\nadd.u64 %l3, %l3, %l0;\n"
                      + "ld.global.u32 %r4, [%l3];\nst.global.u32 [%l1], %r4;")),
          1,
          64);

  /** As many misses as the machine takes. */
  private static final Probe MISSES = Probe.of(kernel(stream(4, 64, 16384)), 1, 256);

  /** Sixteen warps that want one line. */
  private static final Probe SAME_LINE =
      Probe.of(kernel("ld.global.u32 %r4, [%l0];\nst.global.u32 [%l1], %r4;"), 1, 1024);

  /** Four lines written over and over. */
  private static final Probe REWRITES =
      Probe.of(
          kernel(
              loop(
                  10,
                  "mul.wide.u32 %l3, %r0, 4;\n"
                      + "add.u64 %l3, %l3, %l0;\nst.global.u32 [%l3], %r0;")),
          1,
          64);

  private static final Probe ATOMICS = Probe.of(kernel(atomics(8, 64)), 1, 64);

  /** A warp that computes behind each. */
  private static final Probe COMPUTING_ATOMICS =
      Probe.of(
          kernel(
              loop(
                  8,
                  "red.relaxed.gpu.global.add.u32 [%l0], 1;\n"
                      + "mul.lo.u32 %r4, %r0, %r0;\n".repeat(40))),
          1,
          32);

  /** Warps whose lanes all name one word. */
  private static final Probe COLLIDING_ATOMICS =
      Probe.of(kernel("red.relaxed.gpu.global.add.u32 [%l0], 1;"), 1, 64);

  /** A warp that acquires and releases. */
  private static final Probe FENCES =
      Probe.of(kernel(loop(10, "fence.acq_rel.gpu;\nst.global.u32 [%l0], %r0;")), 1, 64);

  /** Writes to lines that all fall into one set of a direct-mapped cache and leave others alone. */
  private static final Probe CONFLICTS =
      Probe.of(
          kernel(loop(4, stream(4, 0, 4096).replace("again", "inner").replace("%r60", "%r61"))),
          1,
          1);

  static final List<Effect> ALL =
      List.of(
          Effect.of("l1.size", "16KiB", "1KiB", "l1.misses", REUSE),
          Effect.of(
              "l1.line",
              "128B",
              "64B",
              "network.messages",
              Probe.of(kernel(stream(4, 4, 1024)), 1, 256),
              "l1.sector=32B",
              "l2.interleave=128B"),
          Effect.of("l1.sector", "32B", "64B", "network.bytes", MISSES),
          Effect.of("l1.ways", "16", "1", "l1.misses", CONFLICTS),
          Effect.of("l1.hitLatency", "4", "40", "cycles", REUSE),
          Effect.of("l1.mshrs", "64", "1", "cycles", MISSES),
          Effect.of("l1.mshrTargets", "64", "1", "l1.stall.targets", SAME_LINE),
          Effect.of("l1.sfifoEntries", "16", "1", "l1.writeThroughs", REWRITES),
          Effect.of("l1.queue", "64", "1", "cycles", MISSES),
          Effect.of("l1.outstandingWrites", "256", "1", "cycles", ATOMICS),
          Effect.of("l1.relaxedAtomics", "posted", "awaited", "cycles", ATOMICS),
          Effect.of("l1.relaxedAtomics", "awaited", "blocking", "cycles", COMPUTING_ATOMICS),
          Effect.of("core.atomicRequests", "line", "sector", "l2.atomics", COLLIDING_ATOMICS),
          Effect.of("l1.invalidateCycles", "1", "500", "cycles", FENCES));

  /** For other tables. */
  static final Probe STORES = Probe.of(kernel(fill(16, 4, 8192)), 1, 256);
}
