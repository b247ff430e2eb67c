package dev.syncopate.check.scope;

import dev.syncopate.ptx.ir.Program;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import org.jspecify.annotations.Nullable;

/** Runs of a kernel of a few lines. */
final class SmallRuns implements AdviceRunner {
  private static final String HEAD =
      """
      .version 8.4
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 data, .param .u64 flag) {
        .reg .pred %p<8>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<8>;
        .shared .align 16 .b8 tile[1024];
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [flag];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        mul.wide.u32 %rd3, %r2, 4;
        add.u64 %rd4, %rd1, %rd3;     // data[thread]
        mov.u32 %r3, tile;
        shl.b32 %r4, %r2, 2;
        add.u32 %r5, %r3, %r4;        // tile[thread]
      """;

  private final int ctas;
  private final int threads;
  private final String body;
  private String prologue = "";
  private String protocol = "gpu";

  /** What is said of a run with changes. */
  @Nullable String failure;

  SmallRuns(int ctas, int threads, String body) {
    this.ctas = ctas;
    this.threads = threads;
    this.body = body;
  }

  /** Threads 0 of CTAs have their CTA's number in %r6, others a number that no CTA has. */
  SmallRuns ctas() {
    prologue = "setp.eq.u32 %p2, %r2, 0; selp.u32 %r6, %r1, 99, %p2;\n";
    return this;
  }

  /** Lanes 0 of warps have their warp's number in %r6, others a number that no warp has. */
  SmallRuns warps() {
    prologue =
        "and.b32 %r6, %r2, 31; setp.eq.u32 %p2, %r6, 0; shr.u32 %r6, %r2, 5;"
            + " selp.u32 %r6, %r6, 99, %p2;\n";
    return this;
  }

  /** On a machine with another protocol. */
  SmallRuns on(String newProtocol) {
    protocol = newProtocol;
    return this;
  }

  ScopeAdvice advise() {
    return new Advisor(this, 8, false, doing -> {}).advise();
  }

  @Override
  public Result run(AdviceRun variant) {
    boolean[] changed = {false};
    Device device =
        new DeviceBuilder("rsp-8cu", protocol, "hrf")
            .set("core.warpWidth=32")
            .watchdog(200_000)
            .kernels(program -> {
              Program rewritten = variant.kernels().apply(program);
              changed[0] = !rewritten.code().equals(program.code());
              return rewritten;
            })
            .open();
    variant.watch(device::observe);
    LaunchResult result =
        device
            .load("k.ptx", HEAD + prologue + body + "  ret;\n}\n")
            .kernel("k")
            .launch(
                LaunchShape.of(ctas, threads),
                device.allocate("data", 4096),
                device.allocate("flag", 4096));
    return new Result(result.cycles(), changed[0] ? failure : null);
  }

  @Override
  public boolean promotes() {
    return protocol.equals("srsp");
  }

  @Override
  public boolean goesOn() {
    return true;
  }
}
