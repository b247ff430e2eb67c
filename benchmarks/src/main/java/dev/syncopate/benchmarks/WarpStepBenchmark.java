package dev.syncopate.benchmarks;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of one warp instruction in a compute unit without memory traffic: schedulers, scoreboard,
 * arithmetic and divergence. A loop of ten instructions, run by one warp or by 32.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
public class WarpStepBenchmark {
  private static final int INSTRUCTIONS = 1 << 16;
  private static final int LOOP = 10;

  private static final String TEXT =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry loop(.param .u32 rounds) {
        .reg .pred %p<2>;
        .reg .b32 %r<8>;
        .reg .f32 %f<3>;
        ld.param.u32 %r1, [rounds];
        mov.u32 %r2, %tid.x;
        cvt.rn.f32.u32 %f1, %r2;
      again:
        mad.lo.s32 %r3, %r2, 1664525, 1013904223;
        xor.b32 %r2, %r3, %r1;
        shl.b32 %r4, %r2, 3;
        add.s32 %r5, %r4, %r3;
        fma.rn.f32 %f1, %f1, %f1, 0f3F000000;
        and.b32 %r6, %r5, 1023;
        add.s32 %r2, %r2, %r6;
        sub.s32 %r1, %r1, 1;
        setp.ne.s32 %p1, %r1, 0;
        @%p1 bra again;
        ret;
      }
      """;

  @Param({"1", "32"})
  public int warps;

  private @Nullable Kernel kernel;

  @Setup
  public void load() {
    Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=1").open();
    kernel = device.load("loop.ptx", TEXT).kernel("loop");
  }

  /** Start and end of the launch are shared by 65,536 instructions. */
  @Benchmark
  @OperationsPerInvocation(INSTRUCTIONS)
  public long step() {
    int rounds = INSTRUCTIONS / LOOP / warps;
    return Objects.requireNonNull(kernel).launch(LaunchShape.of(1, 32 * warps), rounds).cycles();
  }
}
