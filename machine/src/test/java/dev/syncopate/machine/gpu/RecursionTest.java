package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions that call themselves: {@code recursion.cu} as nvcc compiles it, and code by hand. Lanes
 * of a warp are at different depths.
 */
class RecursionTest {
  private static final Path CORPUS =
      Path.of("..", "ptx", "src", "test", "resources", "dev", "syncopate", "ptx", "corpus");

  private static String compiled(int architecture, String kernel) {
    Path file = CORPUS.resolve("recursion.nvcc-sm_" + architecture + ".ptx");
    try {
      return Files.readString(file).replace(".entry " + kernel + "(", ".entry k(");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static TestGpu gpu(String divergence, int width) {
    return TestGpu.with(
        "core.divergence=" + divergence, "core.warpWidth=" + width, "core.maxWarps=8");
  }

  private static void run(TestGpu gpu, String ptx, int grid, int block, long... arguments) {
    KernelRun run = gpu.run(ptx, grid, block, arguments);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
  }

  /** What threads 0 to 63 of one CTA store, each a word. */
  private static int[] results(int architecture, String divergence, int width, String kernel) {
    TestGpu gpu = gpu(divergence, width);
    long out = gpu.allocate(256);
    run(gpu, compiled(architecture, kernel), 1, 64, out);
    return gpu.readInts(out, 64);
  }

  private static int[] threads(IntUnaryOperator value) {
    int[] values = new int[64];
    Arrays.setAll(values, value);
    return values;
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  private static int ackermann(int m, int n) {
    if (m == 0) {
      return n + 1;
    }
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
  }

  @ParameterizedTest
  @CsvSource({"75,its,32", "75,ipdom,32", "75,its,64", "100,its,32", "100,ipdom,64"})
  void aFunctionThatCallsItselfTwice(int architecture, String divergence, int width) {
    assertThat(results(architecture, divergence, width, "fibonaccis"))
        .isEqualTo(threads(t -> fibonacci(t % 13)));
    assertThat(results(architecture, divergence, width, "ackermanns"))
        .isEqualTo(threads(t -> ackermann(t % 3, t % 5)));
  }

  @ParameterizedTest
  @CsvSource({"75,its,32", "100,ipdom,32"})
  void functionsThatCallOneAnother(int architecture, String divergence, int width) {
    assertThat(results(architecture, divergence, width, "parities"))
        .isEqualTo(threads(t -> 1 - t % 2));
  }

  private static int digits(int n, int[] callers, int callerIndex) {
    int[] mine = {n, n + 1, n + 2, n + 3};
    callers[callerIndex & 3] += n;
    int below = n > 0 ? digits(n - 1, mine, n) : 0;
    return below + mine[n & 3] + mine[n + 1 & 3];
  }

  @ParameterizedTest
  @CsvSource({"75,its,32", "75,ipdom,32", "100,its,64"})
  void eachActivationHasItsOwnArray(int architecture, String divergence, int width) {
    assertThat(results(architecture, divergence, width, "arrays"))
        .isEqualTo(
            threads(t -> {
              int[] mine = {1, 2, 3, 4};
              int sum = digits(t % 7, mine, t);
              return sum + 1000 * mine[t & 3];
            }));
  }

  private static int up(int n, int kind) {
    return n <= 0 ? 1 : n + step(kind >> n & 1, n - 1, kind);
  }

  private static int down(int n, int kind) {
    return n <= 0 ? 2 : 3 * n - step(~kind >> n & 1, n - 2, kind);
  }

  private static int step(int direction, int n, int kind) {
    return direction == 0 ? up(n, kind) : down(n, kind);
  }

  @ParameterizedTest
  @CsvSource({"75,its,32", "75,ipdom,32", "100,its,32"})
  void callsThroughAddressesLeadBack(int architecture, String divergence, int width) {
    assertThat(results(architecture, divergence, width, "pointers"))
        .isEqualTo(threads(t -> step(t & 1, t % 11, t * 37)));
  }

  @ParameterizedTest
  @CsvSource({"75,its", "75,ipdom", "100,its"})
  void quicksortSorts(int architecture, String divergence) {
    int[] values = new Random(5).ints(32 * 20, -50, 50).toArray();
    TestGpu gpu = gpu(divergence, 32);
    long array = gpu.ints(values);
    run(gpu, compiled(architecture, "sorts"), 1, 32, array, 20);
    for (int start = 0; start < values.length; start += 20) {
      Arrays.sort(values, start, start + 20);
    }
    assertThat(gpu.readInts(array, values.length)).isEqualTo(values);
  }

  @Test
  void doublesAreSavedWhole() {
    TestGpu gpu = gpu("its", 32);
    long out = gpu.allocate(256);
    run(gpu, compiled(75, "powers"), 1, 32, out);
    double[] values = new double[32];
    ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    gpu.gpu.read(out, bytes.array());
    bytes.asDoubleBuffer().get(values);
    for (int t = 0; t < 32; t++) {
      assertThat(values[t]).isEqualTo(Math.pow(1.0 + t, t % 9));
    }
  }

  /**
   * A guard, a predicate and a 16-bit register live across the call, a loop around it, and a caller
   * whose registers are not saved.
   */
  private static final String BY_HAND =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .func (.param .u32 r) f(.param .u32 n)
      {
      .reg .pred %p<3>; .reg .b16 %h<2>; .reg .b32 %r<8>;
      ld.param.u32 %r1, [n];
      setp.gt.u32 %p1, %r1, 0;
      and.b32 %r2, %r1, 1;
      setp.ne.u32 %p2, %r2, 0;
      cvt.u16.u32 %h1, %r1;
      mov.u32 %r5, 0;
      mov.u32 %r6, 0;
      AGAIN:
      sub.u32 %r3, %r1, 1;
      .param .u32 a; .param .u32 b;
      st.param.u32 [a], %r3;
      @%p1 call (b), f, (a);
      @%p1 ld.param.u32 %r4, [b];
      @%p1 add.u32 %r5, %r5, %r4;
      @%p2 add.u32 %r5, %r5, 1;
      add.u32 %r6, %r6, 1;
      setp.lt.u32 %p0, %r6, 2;
      @%p0 bra AGAIN;
      cvt.u32.u16 %r7, %h1;
      mad.lo.u32 %r5, %r7, 10, %r5;
      st.param.u32 [r], %r5;
      ret;
      }
      .visible .entry k(.param .u64 out)
      {
      .reg .b32 %r<8>; .reg .b64 %d<4>;
      ld.param.u64 %d1, [out];
      mov.u32 %r1, %tid.x;
      mul.lo.u32 %r3, %r1, 7;
      and.b32 %r2, %r1, 7;
      .param .u32 a; .param .u32 b;
      st.param.u32 [a], %r2;
      call (b), f, (a);
      ld.param.u32 %r4, [b];
      add.u32 %r4, %r4, %r3;
      mul.wide.u32 %d2, %r1, 4;
      add.u64 %d3, %d1, %d2;
      st.global.u32 [%d3], %r4;
      ret;
      }
      """;

  private static int byHand(int n) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
      sum += n > 0 ? byHand(n - 1) : 0;
      sum += n % 2;
    }
    return 10 * n + sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void predicatesAndGuardsSurvive(String divergence) {
    TestGpu gpu = gpu(divergence, 32);
    long out = gpu.allocate(256);
    run(gpu, BY_HAND, 1, 64, out);
    assertThat(gpu.readInts(out, 64)).isEqualTo(threads(t -> byHand(t & 7) + 7 * t));
  }

  @Test
  void aStackThatIsFullIsAFaultWithTheChainOfCalls() {
    TestGpu gpu = gpu("its", 32);
    String deep = BY_HAND.replace("and.b32 %r2, %r1, 7;", "mov.u32 %r2, 100;");
    KernelRun run = gpu.run(deep, 1, 1, gpu.allocate(256));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .containsPattern(
            "test.ptx:18:\\d+: kernel k, CTA \\(0,0,0\\), thread \\(0,0,0\\): stack overflow: 32"
                + " more bytes do not fit into the thread's stack of 1024 \\(cudaLimitStackSize,"
                + " --stack\\), 33 calls deep: k -> f \\(line 39\\) -> f \\(line 18\\)")
        .contains(" -> 25 more calls -> ");
  }
}
