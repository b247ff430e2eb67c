package dev.syncopate.check;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.runtime.PreparedLaunch;
import java.util.ArrayList;
import java.util.List;

/** Kernels of launches that overlap. */
public final class OverlappingKernels {
  public static final int CTAS = 6;
  public static final int THREADS = 64;

  /** Bulk copies of a CTA, one after the other. */
  public static final int COPIES = 12;

  /**
   * {@code early} lets the next launch start, {@code late} does not. Each copies in bulk, counts at
   * an atomic, meets its CTA several times, stores its number, and waits for the launch before.
   */
  private static final String PTX =
      """
      .version 8.0
      .target sm_90
      .address_size 64
      .entry early(.param .u64 counter, .param .u64 data) {
        .reg .pred p, other; .reg .u32 i, n, t, v; .reg .u64 d, o;
        griddepcontrol.launch_dependents;
      BODY
      }
      .entry late(.param .u64 counter, .param .u64 data) {
        .reg .pred p, other; .reg .u32 i, n, t, v; .reg .u64 d, o;
      BODY
      }
      """
          .replace(
              "BODY",
              """
              .shared .align 16 .b8 part[1024];
              .shared .align 8 .b64 bar;
              mov.u32 t, %tid.x;
              setp.ne.u32 other, t, 0;
              @!other mbarrier.init.shared::cta.b64 [bar], 1;
              bar.sync 0;
              mov.u32 n, COPIES;
              again:
                @other bra copied;
                ld.param.u64 d, [data];
                mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 1024;
                cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
                  [part], [d], 1024, [bar];
                copied:
                ld.param.u64 d, [counter];
                atom.acq_rel.gpu.global.add.u32 v, [d], 1;
                and.b32 v, n, 1;
                arrives:
                mbarrier.try_wait.parity.shared::cta.b64 p, [bar], v;
                @!p bra arrives;
                bar.sync 0;
                sub.u32 n, n, 1;
                setp.ne.u32 p, n, 0;
                @p bra again;
                mov.u32 i, %ctaid.x;
                mov.u32 t, %ntid.x;
                mul.lo.u32 i, i, t;
                mov.u32 t, %tid.x;
                add.u32 i, i, t;
                mul.wide.u32 o, i, 4;
                ld.param.u64 d, [data];
                add.u64 d, d, o;
                st.global.u32 [d], i;
                griddepcontrol.wait;
                ret;
              """)
          .replace("COPIES", Integer.toString(COPIES));

  private OverlappingKernels() {}

  /** Launches kernels, each of which may overlap the one before, on separate data. */
  public static List<LaunchResult> run(Device device, String... kernels) {
    Module module = device.load("overlapping.ptx", PTX);
    List<PreparedLaunch> launches = new ArrayList<>();
    for (String kernel : kernels) {
      Buffer counter = device.allocate(4);
      Buffer data = device.allocate(4L * CTAS * THREADS);
      launches.add(module.kernel(kernel).prepare(LaunchShape.of(CTAS, THREADS), counter, data));
    }
    return device.launchOverlapping(launches);
  }
}
