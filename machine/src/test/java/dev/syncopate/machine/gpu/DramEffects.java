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

  private static final String[] ONE_BANK = {"dram.channels=1", "dram.banks=1", "dram.rowBytes=256"};

  private static Effect onOneBank(String field, String less, String more, Probe probe) {
    return Effect.of("dram." + field, less, more, "cycles", probe, ONE_BANK);
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
          onOneBank("queue", "64", "1", TWO_ROWS),
          Effect.of("dram.controllerLatency", "20ns", "90ns", "cycles", FAR));
}
