package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;

import java.util.List;

/** Effects of the fields of transactions in shared memory. */
final class TxEffects {
  private TxEffects() {}

  /** Each thread does something in a transaction, again and again, at its own or a common word. */
  private static Probe transactions(int stride, int threads, String body) {
    return probe(stride, threads, 4, "tx.begin;\n" + body + "\ntx.commit;");
  }

  private static Probe probe(int stride, int threads, int times, String body) {
    String prologue = "mov.u32 %r1, bytes;\nmad.lo.u32 %r1, %r0, " + stride + ", %r1;\n";
    return Probe.of(kernel(prologue + loop(times, body), 16384), 1, threads);
  }

  private static final String WRITE = "st.shared.u32 [%r1], %r0;";

  /** Each has what the other wants: two words from either end. */
  private static final String CROSSED =
      """
      and.b32 %r10, %r0, 1;
      shl.b32 %r10, %r10, 2;
      xor.b32 %r11, %r10, 4;
      mov.u32 %r12, bytes;
      add.u32 %r10, %r10, %r12;
      add.u32 %r11, %r11, %r12;
      st.shared.u32 [%r10], %r0;
      st.shared.u32 [%r11], %r0;
      """;

  /** The second warp writes outside transactions what the first one has in them. */
  private static final String BESIDE =
      """
      setp.gt.u32 %p1, %r0, 63;
      @%p1 bra PLAIN;
      setp.ne.u32 %p1, %r0, 0;
      @%p1 bra MEET;
      tx.begin;
      st.shared.u32 [bytes+4], %r0;
      LONG
      tx.commit;
      bra MEET;
      PLAIN:
      LONG
      st.shared.u32 [bytes+4], %r0;
      MEET:
      """;

  /** Each attempt but the last of all fails, at a word that all access, after a private one. */
  private static final String ANOTHER =
      """
      shl.b32 %r10, %r60, 7;
      add.u32 %r10, %r10, %r1;
      st.shared.u32 [%r10], %r0;
      st.shared.u32 [bytes], %r0;
      """;

  private static final String TOLD = "mov.u32 %r10, %tx_failed;\n" + WRITE;

  static final List<Effect> ALL =
      List.of(
          Effect.of("tx.filterBits", "64", "2", "tx.falseConflicts", transactions(128, 64, WRITE)),
          Effect.of(
              "tx.filterIndex", "row", "word", "tx.falseConflicts", transactions(128, 8, WRITE)),
          Effect.of(
              "tx.conflicts",
              "rw",
              "any",
              "tx.conflicts",
              transactions(0, 8, "ld.shared.u32 %r10, [%r1];")),
          Effect.of(
              "tx.versioning", "eager", "lazy", "tx.cleanupCycles", transactions(4, 8, WRITE)),
          Effect.of(
              "tx.isolation",
              "weak",
              "strong",
              "tx.plainConflicts",
              probe(
                  4,
                  128,
                  4,
                  BESIDE.replace(
                      "LONG",
                      "ld.shared.u32 %r10, [%r1+512];\nadd.u32 %r10, %r10, %r10;\n".repeat(6)))),
          Effect.of(
              "tx.owners", "cleared", "kept", "tx.versioningCycles", transactions(4, 32, ANOTHER)),
          Effect.of(
              "tx.attempts", "100", "1", "tx.wavefrontSerialisations", transactions(0, 32, WRITE)),
          Effect.of("tx.fallback", "0", "1", "tx.fallbacks", transactions(0, 32, TOLD)),
          Effect.of("tx.serialise", "once", "rest", "tx.serialised", transactions(0, 32, CROSSED)),
          Effect.of(
              "tx.groupSerialisation",
              "unarbitrated",
              "arbitrated",
              "tx.workGroupSerialisations",
              transactions(0, 256, CROSSED)),
          Effect.of(
              "tx.restart",
              "at-once",
              "at-commit",
              "cycles",
              transactions(0, 32, CROSSED + "add.u32 %r13, %r0, 1;\n".repeat(20))),
          Effect.of("tx.backoff", "0", "100", "cycles", transactions(0, 8, WRITE)),
          Effect.of("tx.filterLatency", "0", "20", "cycles", transactions(4, 8, WRITE)),
          Effect.of(
              "tx.filterTurns",
              "instruction",
              "access",
              "tx.detectionCycles",
              transactions(0, 8, WRITE)),
          Effect.of("tx.bankLatency", "0", "20", "cycles", transactions(4, 8, WRITE)));
}
