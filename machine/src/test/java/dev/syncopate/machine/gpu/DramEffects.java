package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.fill;
import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the memory's fields. */
final class DramEffects {
  private DramEffects() {}

  /** A word of each row of each bank, one after the other. */
  private static final Probe FAR = Probe.chase(60, 16448);

  private static final Probe STREAM = Probe.of(kernel(stream(16, 64, 16384)), 1, 256);

  /** Neighbouring lanes read lines of two rows in turn. */
  private static final Probe TWO_ROWS =
      Probe.of(
          kernel(
              """
              shr.u32 %r4, %r3, 1;
              mul.wide.u32 %l2, %r4, 64;
              and.b32 %r5, %r3, 1;
              mul.wide.u32 %l3, %r5, 524288;
              add.u64 %l2, %l2, %l3;
              add.u64 %l2, %l2, %l0;
              ld.global.u32 %r6, [%l2];
              st.global.u32 [%l1], %r6;
              """),
          1,
          256);

  /** Writes that reach memory at once, then reads of other rows. */
  private static final Probe WRITES_THEN_READS =
      Probe.of(
          kernel(
              fill(16, 64, 16384)
                  + "\nfence.acq_rel.gpu;\n"
                  + "add.u64 %l0, %l0, 262144;\n"
                  + stream(4, 64, 16384).replace("again", "later")),
          1,
          256);

  /** Reads of one array while the copies of another are written back. */
  private static final Probe COPY =
      Probe.of(
          kernel(
              fill(16, 64, 16384)
                  + "\nadd.u64 %l0, %l0, 262144;\n"
                  + stream(16, 64, 16384).replace("again", "later")),
          1,
          256);

  /**
   * Each warp writes a few lines between its reads, so that writes are never too many to hold back.
   */
  private static final Probe FEW_WRITES =
      Probe.of(
          kernel(
              stream(16, 64, 16384)
                  .replace(
                      "ld.global",
                      "and.b32 %r6, %r0, 15;\nmad.lo.u32 %r6, %r60, 16, %r6;\nshl.b32 %r6, %r6, 6;\ncvt.u64.u32 %l3, %r6;\nadd.u64 %l3, %l3, %l1;\n"
                          + "st.global.u32 [%l3], %r0;\nld.global")),
          1,
          256);

  /** What makes the L2 write back each line soon after it is written. */
  private static final String[] WRITE_BACK = {"dram.channels=1", "l2.sfifoEntries=1"};

  private static Effect writing(
      String field, String lowSetting, String highSetting, String counted) {
    return Effect.of("dram." + field, lowSetting, highSetting, counted, COPY, WRITE_BACK);
  }

  private static final String[] ONE_BANK = {"dram.channels=1", "dram.banks=1", "dram.rowBytes=256"};

  private static Effect onOneBank(
      String field, String lowSetting, String highSetting, Probe probe) {
    return Effect.of("dram." + field, lowSetting, highSetting, "cycles", probe, ONE_BANK);
  }

  static final List<Effect> ALL =
      List.of(
          Effect.of("dram.channels", "8", "1", "cycles", STREAM),
          Effect.of("dram.banks", "16", "1", "dram.rowConflicts", STREAM, "dram.rowBytes=256"),
          Effect.of("dram.rowBytes", "8KiB", "256B", "dram.activates", STREAM),
          Effect.of("dram.clock", "1GHz", "100MHz", "cycles", STREAM),
          Effect.of("dram.busBytes", "16", "1", "cycles", STREAM),
          Effect.of("dram.tCL", "14ns", "90ns", "cycles", FAR),
          Effect.of("dram.tRCD", "14ns", "90ns", "cycles", FAR),
          onOneBank("tRP", "14ns", "90ns", FAR),
          onOneBank("tRAS", "30ns", "900ns", FAR),
          Effect.of(
              "dram.tWR",
              "15ns",
              "900ns",
              "cycles",
              WRITES_THEN_READS,
              "dram.channels=1",
              "dram.banks=1",
              "dram.rowBytes=256",
              "l2.sfifoEntries=1"),
          writing("tCWL", "12ns", "900ns", "cycles"),
          writing("tWTR", "8ns", "900ns", "cycles"),
          writing("tRTW", "4ns", "900ns", "cycles"),
          Effect.of("dram.tRRD", "8ns", "900ns", "cycles", STREAM, "dram.rowBytes=256"),
          Effect.of("dram.tFAW", "37.5ns", "900ns", "cycles", STREAM, "dram.rowBytes=256"),
          Effect.of("dram.tREFI", "0ns", "3us", "dram.refreshes", FAR),
          Effect.of("dram.tRFC", "90ns", "900ns", "cycles", FAR, "dram.tREFI=3us"),
          writing("writeHigh", "80", "30", "dram.turnarounds"),
          Effect.of("dram.writeLow", "5", "45", "dram.turnarounds", FEW_WRITES, WRITE_BACK),
          onOneBank("queue", "64", "1", TWO_ROWS),
          Effect.of("dram.controllerLatency", "20ns", "90ns", "cycles", FAR));
}
