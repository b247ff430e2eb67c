package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;
import static dev.syncopate.machine.gpu.ProbeKernels.repeated;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the compute unit's and the instruction cache's fields. */
final class CoreEffects {
  private CoreEffects() {}

  private static final String STORE = "st.global.u32 [%l1], %r4;\n";
  private static final String STORE_FLOAT = "st.global.f32 [%l1], %f1;\n";
  private static final String STORE_DOUBLE = "st.global.f64 [%l1], %d1;\n";

  /** One warp, each instruction waits for the one before. */
  private static Probe chain(String instruction, String store) {
    return Probe.of(kernel("mov.u32 %r4, %r0;\n" + repeated(instruction, 64) + store), 1, 64);
  }

  /** Sixteen warps with enough to do for any number of SIMD units. */
  private static final Probe BUSY =
      Probe.of(kernel(repeated("add.u32 %r4, %r0, 1;\nadd.u32 %r5, %r0, 2;", 100) + STORE), 4, 256);

  /** Sixteen CTAs that wait for memory most of the time. */
  private static final Probe WAITING = Probe.of(kernel(stream(8, 4, 65536)), 16, 64);

  /** A CTA in which each warp reads half of 32 KiB of shared memory. */
  private static final Probe SHARED =
      Probe.of(
          kernel(
              "mul.lo.u32 %r6, %r0, 32;\nmov.u32 %r7, bytes;\nadd.u32 %r7, %r7, %r6;\n"
                  + "mov.u32 %r4, 0;\n"
                  + loop(20, "ld.shared.u32 %r5, [%r7];\nadd.u32 %r4, %r4, %r5;")
                  + STORE,
              8192),
          8,
          64);

  /** CTAs of which every fourth takes ten times as long. */
  private static final Probe UNEVEN =
      Probe.of(
          kernel(
              "and.b32 %r4, %r1, 3;\nsetp.eq.u32 %p1, %r4, 0;\nselp.u32 %r60, 200, 20, %p1;\n"
                  + "again:\nadd.u32 %r5, %r60, %r4;\nsub.u32 %r60, %r60, 1;\n"
                  + "setp.ne.u32 %p0, %r60, 0;\n@%p0 bra again;\n"
                  + STORE),
          32,
          64);

  /** Warps that reach memory at different times and so meet in different order. */
  static final Probe MIXED =
      Probe.of(
          kernel(
              loop(
                      10,
                      "ld.global.u32 %r4, [%l0];\nadd.u32 %r6, %r4, %r0;\n"
                          + repeated("add.u32 %r6, %r6, %r0;", 6))
                  + STORE),
          8,
          256);

  /** A long straight loop body: 500 instructions, 4000 bytes, four times. */
  private static final Probe LONG_CODE =
      Probe.of(kernel(loop(4, repeated("add.u32 %r4, %r0, 1;", 500)) + STORE), 1, 64);

  /** Half of the lanes jump far ahead and back again. */
  private static final Probe JUMPS =
      Probe.of(
          kernel(
              loop(
                      20,
                      "bra one;\n"
                          + repeated("add.u32 %r4, %r0, 1;", 50)
                          + "one:\nadd.u32 %r4, %r0, 2;")
                  + STORE),
          1,
          64);

  private static final Probe BARRIERS =
      Probe.of(kernel(repeated("bar.sync 0;", 8) + STORE), 1, 128);

  private static final Probe CLUSTER_BARRIER =
      Probe.of(
          kernel(repeated("barrier.cluster.arrive;\nbarrier.cluster.wait;", 8) + STORE), 1, 128);

  static final Probe LOCK = Probe.of(kernel(ProbeKernels.LOCK), 1, 8);

  static final List<Effect> ALL =
      List.of(
          Effect.of("core.units", "4", "1", "cycles", BUSY),
          Effect.of("core.clock", "500MHz", "2GHz", "cycles", Probe.chase(20, 16384)),
          Effect.of("core.warpWidth", "64", "32", "instructions.warp", BUSY),
          Effect.of("core.simds", "4", "1", "cycles", BUSY),
          Effect.of("core.simdLanes", "64", "8", "cycles", BUSY),
          Effect.of(
              "core.placement",
              "dynamic",
              "static",
              "cycles",
              UNEVEN,
              "core.units=4",
              "core.maxCtas=1"),
          Effect.of("core.maxWarps", "40", "2", "cycles", WAITING),
          Effect.of("core.maxCtas", "16", "1", "cycles", WAITING),
          Effect.of("core.registers", "65536", "1024", "cycles", WAITING),
          Effect.of("core.sharedBytes", "64KiB", "8KiB", "cycles", SHARED),
          Effect.of("core.sharedBanks", "32", "4", "shared.conflictCycles", SHARED),
          Effect.of("core.sharedLatency", "4", "40", "cycles", SHARED),
          Effect.of("core.coalescerLanes", "64", "1", "cycles", MIXED),
          Effect.of(
              "core.integerLatency", "4", "9", "cycles", chain("add.u32 %r4, %r4, %r4;", STORE)),
          Effect.of(
              "core.multiplyLatency",
              "4",
              "9",
              "cycles",
              chain("mul.lo.u32 %r4, %r4, %r4;", STORE)),
          Effect.of(
              "core.divideLatency", "40", "90", "cycles", chain("div.u32 %r4, %r4, %r2;", STORE)),
          Effect.of(
              "core.floatLatency",
              "4",
              "9",
              "cycles",
              chain("add.f32 %f1, %f1, %f1;", STORE_FLOAT)),
          Effect.of(
              "core.doubleLatency",
              "40",
              "90",
              "cycles",
              chain("add.f64 %d1, %d1, %d1;", STORE_DOUBLE)),
          Effect.of(
              "core.specialLatency",
              "40",
              "90",
              "cycles",
              chain("ex2.approx.f32 %f1, %f1;", STORE_FLOAT)),
          Effect.of(
              "core.tensorLatency",
              "4",
              "300",
              "cycles",
              chain(
                  "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r4, %r5}, {%r0}, {%r0},"
                      + " {%r4, %r4};",
                  STORE),
              "core.warpWidth=32"),
          Effect.of(
              "core.tensorOperations",
              "512",
              "16",
              "cycles",
              chain(
                  "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r6, %r5}, {%r0}, {%r0},"
                      + " {%r4, %r4};",
                  STORE),
              "core.warpWidth=32"),
          Effect.of(
              "core.doubleInterval",
              "4",
              "30",
              "cycles",
              chain("add.f64 %d1, %d0, %d0;", STORE_DOUBLE)),
          Effect.of(
              "core.specialInterval",
              "4",
              "30",
              "cycles",
              chain("ex2.approx.f32 %f1, %f0;", STORE_FLOAT)),
          Effect.of("core.branchLatency", "1", "20", "cycles", JUMPS),
          Effect.of(
              "core.constantLatency",
              "4",
              "40",
              "cycles",
              chain("ld.const.u32 %r5, [zero];\nadd.u32 %r4, %r5, %r4;", STORE)),
          Effect.of("core.launchLatency", "20", "200", "cycles", WAITING),
          Effect.of("core.barrierLatency", "1", "50", "cycles", BARRIERS),
          Effect.of("cluster.barrierLatency", "1", "5000", "cycles", CLUSTER_BARRIER),
          Effect.of("core.spinPatience", "1", "500", "cycles", LOCK),
          Effect.of("icache.size", "32KiB", "2KiB", "icache.misses", LONG_CODE, "icache.ways=1"),
          Effect.of("icache.line", "128B", "64B", "icache.misses", LONG_CODE),
          Effect.of("icache.ways", "1", "16", "icache.misses", LONG_CODE, "icache.size=12KiB"),
          Effect.of("icache.sharedBy", "1", "8", "icache.misses", LONG_CODE, "icache.size=16KiB"),
          Effect.of("icache.hitLatency", "1", "40", "cycles", JUMPS),
          Effect.of("icache.missLatency", "20", "200", "cycles", LONG_CODE));
}
