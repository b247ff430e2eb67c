package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;

import java.util.List;

/** Effects of the fields of remote scope promotion, on two compute units. */
final class PromotionEffects {
  private PromotionEffects() {}

  /** The CTA on one unit does one thing, the one on the other another; each has one thread. */
  private static Probe pair(String protocol, String owner, String outsider) {
    return Probe.of(
            kernel(
                "add.u64 %l2, %l0, 4096;\nadd.u64 %l3, %l0, 8192;\n"
                    + "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra outsider;\n"
                    + owner
                    + "ret;\noutsider:\n"
                    + outsider.replace("again", "repeat")),
            2,
            1)
        .under(protocol);
  }

  /** Releases of three lines, again and again, while the outsider promotes two of them in turn. */
  private static Probe promoted(String protocol) {
    return pair(
        protocol,
        loop(
            100,
            "st.release.cta.global.u32 [%l0], %r60;\nst.release.cta.global.u32 [%l2], %r60;\n"
                + "st.release.cta.global.u32 [%l3], %r60;"),
        loop(
            10,
            "atom.remote.acq_rel.gpu.global.add.u32 %r4, [%l0], 1;\n"
                + "atom.remote.acq_rel.gpu.global.add.u32 %r4, [%l2], 1;"));
  }

  /** Data of the one unit while the other loads or adds remotely. */
  private static Probe data(String remote) {
    return pair(
        "brsp",
        loop(300, "st.global.u32 [%l2], %r60;\nld.global.u32 %r4, [%l3];"),
        loop(10, remote));
  }

  static final List<Effect> ALL =
      List.of(
          Effect.of(
              "mechanisms.srsp.lrEntries",
              "16",
              "1",
              "sync.lrOverflows",
              promoted("srsp"),
              "core.units=2"),
          Effect.of(
              "mechanisms.srsp.paEntries",
              "16",
              "1",
              "sync.paOverflows",
              promoted("srsp"),
              "core.units=2"),
          Effect.of(
              "mechanisms.srsp.hintEntries",
              "1",
              "64",
              "sync.remote.hints",
              promoted("srsp-opt"),
              "core.units=2"),
          Effect.of(
              "mechanisms.brsp.blocks",
              "synchronisation",
              "everything",
              "l1.stall.promotions",
              data("atom.remote.acq_rel.gpu.global.add.u32 %r4, [%l0], 1;"),
              "core.units=2"),
          Effect.of(
              "mechanisms.brsp.acquireInvalidates",
              "requester",
              "all",
              "sync.remote.l1Invalidations",
              data("ld.remote.acquire.gpu.global.u32 %r4, [%l0];"),
              "core.units=2"),
          Effect.of(
              "mechanisms.brsp.lock",
              "line",
              "gpu",
              "sync.remote.queued",
              pair(
                  "brsp",
                  loop(10, "atom.remote.acq_rel.gpu.global.add.u32 %r4, [%l2], 1;"),
                  loop(10, "atom.remote.acq_rel.gpu.global.add.u32 %r4, [%l3], 1;")),
              "core.units=2"));
}
