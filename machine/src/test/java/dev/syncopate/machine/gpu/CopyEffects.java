package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.loop;

import java.util.List;

/** Effects of the copy unit's fields. */
final class CopyEffects {
  private CopyEffects() {}

  private static final String WAIT = "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n";

  /** One thread copies to global memory and waits, again and again. */
  private static Probe copies(int times, int bytes, String suffix) {
    String copy = "cp.async.bulk.global.shared::cta.bulk_group [%l0], [bytes], " + bytes + ";\n";
    return Probe.of(kernel(loop(times, copy.repeat(4) + suffix + WAIT), 8192), 1, 1);
  }

  /** A thread makes a map of 16 words at p0, and copies by it again and again. */
  private static final Probe TENSORS =
      Probe.of(
          kernel(
              """
              add.u64 %l2, %l0, 4096;
              tensormap.replace.tile.global_address.global.b1024.b64 [%l2], %l0;
              tensormap.replace.tile.global_dim.global.b1024.b32 [%l2], 0, 16;
              tensormap.replace.tile.box_dim.global.b1024.b32 [%l2], 0, 16;
              tensormap.replace.tile.elemtype.global.b1024.b32 [%l2], 2;
              st.global.u32 [%l2+124], 0x53544d00;
              fence.proxy.tensormap::generic.release.gpu;
              fence.proxy.tensormap::generic.acquire.gpu [%l2], 128;
              """
                  + loop(
                      8,
                      "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%l2, {0}], [bytes];\n"
                          + WAIT),
              8192),
          1,
          1);

  /** Copies a word until it is seen that has been written just before. */
  private static final Probe SEEN =
      Probe.of(
          kernel(
              """
              st.shared.u32 [bytes], 7;
              again:
              cp.async.bulk.global.shared::cta.bulk_group [%l0], [bytes], 16;
              cp.async.bulk.commit_group;
              cp.async.bulk.wait_group 0;
              ld.global.cg.u32 %r4, [%l0];
              setp.ne.u32 %p0, %r4, 7;
              @%p0 bra again;
              """,
              64),
          1,
          1);

  private static final Probe LOADS =
      Probe.of(
          kernel(
              loop(10, "ld.shared.u32 %r4, [bytes];\nadd.u32 %r5, %r5, %r4;")
                  + "cp.async.bulk.global.shared::cta.bulk_group [%l0], [bytes], 16;\n"
                  + "st.global.u32 [%l1], %r5;",
              64),
          1,
          1);

  /** Arrives at an mbarrier and waits for the phase that this ends, again and again. */
  private static final Probe PHASES =
      Probe.of(
          kernel(
              "mbarrier.init.shared.b64 [bytes], 1;\n"
                  + loop(
                      8,
                      """
                      mbarrier.arrive.shared.b64 %l2, [bytes];
                      mbarrier.test_wait.shared.b64 %p0, [bytes], %l2;
                      selp.u32 %r4, 1, 0, %p0;
                      """),
              64),
          1,
          1);

  static final List<Effect> ALL =
      List.of(
          Effect.of("copy.issueCycles", "1", "500", "cycles", copies(4, 16, "")),
          Effect.of("copy.latency", "10", "1000", "cycles", copies(4, 16, "")),
          Effect.of("copy.lines", "64", "1", "cycles", copies(4, 4096, "")),
          Effect.of("copy.storeDelay", "0", "5000", "cycles", SEEN),
          Effect.of("copy.loadDelay", "0", "500", "cycles", LOADS),
          Effect.of("copy.arriveCycles", "1", "50", "cycles", PHASES),
          Effect.of("copy.waitCycles", "0", "300", "cycles", PHASES),
          Effect.of(
              "copy.fenceCycles", "1", "500", "cycles", copies(4, 16, "fence.proxy.async;\n")),
          Effect.of("copy.maps", "1", "0", "cycles", TENSORS));
}
