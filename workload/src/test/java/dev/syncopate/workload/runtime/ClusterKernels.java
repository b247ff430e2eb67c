package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.sim.perturb.PerturbationList;
import dev.syncopate.sim.perturb.PerturbationLog;
import dev.syncopate.workload.runtime.LaunchResult.Ending;

/** Kernels of clusters of four CTAs with a warp each, for tests. */
final class ClusterKernels {
  static final int CTAS = 4;

  /**
   * Each thread knows: {@code %r1} rank, {@code %r2} thread, {@code %r3} rank of the next CTA,
   * {@code %r4} its word of {@code tile}, {@code %rd1} {@code out}, {@code %rd2} its word there.
   */
  private static final String HEAD =
      """
      .version 8.6
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 out, .param .u64 count) .explicitcluster .reqnctapercluster 4, 1, 1 {
        .reg .pred %p<8>;
        .reg .b32 %r<24>;
        .reg .b64 %rd<16>;
        .reg .b16 %h<4>;
        .shared .align 128 .b8 tile[1024];
        .shared .align 8 .b64 bar;
        ld.param.u64 %rd1, [out];
        ld.param.u64 %rd9, [count];
        mov.u32 %r1, %cluster_ctarank;
        mov.u32 %r2, %tid.x;
        add.u32 %r3, %r1, 1;
        and.b32 %r3, %r3, 3;
        mov.u32 %r4, tile;
        shl.b32 %r5, %r2, 2;
        add.u32 %r4, %r4, %r5;
        mov.u32 %r6, %ctaid.x;
        shl.b32 %r6, %r6, 5;
        add.u32 %r6, %r6, %r2;
        mul.wide.u32 %rd2, %r6, 4;
        add.u64 %rd2, %rd1, %rd2;
        mov.u32 %r21, %clusterid.x;
        mul.wide.u32 %rd8, %r21, 4;
        add.u64 %rd8, %rd9, %rd8;
      """;

  private static String kernel(String body) {
    StringBuilder text = new StringBuilder(HEAD);
    int meetings = 0;
    for (String line : body.lines().toList()) {
      if (line.strip().equals("MEET")) {
        meetings++;
        text.append(
            """
              bar.sync 0;
              setp.ne.u32 %%p7, %%r2, 0;
              @%%p7 bra MET%1$d;
              atom.add.acq_rel.gpu.global.u32 %%r20, [%%rd8], 1;
            WAIT%1$d:
              ld.acquire.gpu.global.u32 %%r20, [%%rd8];
              setp.lt.u32 %%p7, %%r20, %2$d;
              @%%p7 bra WAIT%1$d;
            MET%1$d:
              bar.sync 0;
              bar.warp.sync -1;
            """
                .formatted(meetings, meetings * CTAS));
      } else {
        text.append(line).append('\n');
      }
    }
    return text.append("  ret;\n}\n").toString();
  }

  static DeviceBuilder clusterDevice() {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf")
        .set("core.units=8")
        .set("cluster.unitsPerGpc=4")
        .set("dram.size=64MiB")
        .watchdog(50_000);
  }

  record Run(LaunchResult result, int[] out, PerturbationList delays) {}

  static Run run(DeviceBuilder builder, int ctas, String body) {
    Device device = builder.open();
    Buffer out = device.allocate("out", 128L * ctas);
    LaunchResult result =
        device
            .load("k.ptx", kernel(body))
            .kernel("k")
            .attempt(LaunchShape.of(ctas, 32), out, device.allocate("count", 64));
    return new Run(
        result,
        result.ending() == Ending.DONE ? out.readInts() : new int[0],
        PerturbationList.of(
            device.delays().stream().map(PerturbationLog.Entry::perturbation).toList()));
  }

  /** What a cluster leaves in {@code out}, with and without time. */
  static int[] out(String body) {
    Run run = run(clusterDevice(), CTAS, body);
    assertThat(run.result.ending()).as(run.result.report()).isEqualTo(Ending.DONE);
    int[] functional = run(clusterDevice().functional(true), CTAS, body).out;
    assertThat(functional).isEqualTo(run.out);
    return run.out;
  }

  private ClusterKernels() {}
}
