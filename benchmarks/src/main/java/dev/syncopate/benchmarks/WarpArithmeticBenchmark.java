package dev.syncopate.benchmarks;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.table.LaneFunctions;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * Time of one arithmetic instruction over a warp of 32 lanes: a mix of instructions one after the
 * other, as a kernel has them, so that the call sites see many functions.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WarpArithmeticBenchmark {
  private static final int WIDTH = 32;
  private static final int FUNCTIONS = 12;
  private static final long ALL = 0xffff_ffffL;

  /** Active lanes: all of them, or every other one. */
  @Param({"0xffffffff", "0x55555555"})
  public String mask = "";

  private final LaneFunction[] frequent =
      functions(
          "add.s32",
          "add.s64",
          "mul.wide.s32",
          "mad.lo.s32",
          "shl.b64",
          "and.b32",
          "mov.u32",
          "add.f32",
          "fma.rn.f32",
          "mul.f32",
          "add.u64",
          "sub.s32");

  private final LaneFunction[] rare =
      functions(
          "div.u32",
          "rem.u32",
          "cvt.rn.f32.s32",
          "cvt.u64.u32",
          "min.s32",
          "popc.b32",
          "bfe.u32",
          "div.rn.f32",
          "sqrt.rn.f32",
          "ex2.approx.f32",
          "cvt.rzi.s32.f32",
          "prmt.b32");

  private final long[] registers = new long[4 * WIDTH];

  private long lanes;

  @Setup
  public void choose() {
    lanes = Long.decode(mask);
  }

  private static LaneFunction[] functions(String... mnemonics) {
    return Stream.of(mnemonics)
        .map(name -> Objects.requireNonNull(LaneFunctions.lookup(name), name))
        .toArray(LaneFunction[]::new);
  }

  @Benchmark
  @OperationsPerInvocation(FUNCTIONS)
  public long[] frequent() {
    return step(frequent);
  }

  @Benchmark
  @OperationsPerInvocation(FUNCTIONS)
  public long[] rare() {
    return step(rare);
  }

  private long[] step(LaneFunction[] functions) {
    for (int i = 0; i < FUNCTIONS; i++) {
      int destination = (i & 3) * WIDTH;
      int source = ((i + 1) & 3) * WIDTH;
      functions[i].warp(
          registers,
          destination,
          registers,
          source,
          registers,
          0,
          registers,
          WIDTH,
          lanes,
          lanes == ALL,
          WIDTH);
    }
    return registers;
  }
}
