package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code alloca}, {@code stacksave}, {@code stackrestore}. */
class StackTest {
  private static final String ALLOCATING =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .func (.param .u32 r) sum(.param .u32 n)
      {
      .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %d<8>;
      ld.param.u32 %r1, [n];
      mul.wide.u32 %d1, %r1, 4;
      alloca.u64 %d2, %d1, 16;
      cvta.local.u64 %d3, %d2;
      mov.u32 %r2, 0;
      FILL:
      mul.wide.u32 %d4, %r2, 4;
      add.u64 %d5, %d3, %d4;
      st.u32 [%d5], %r2;
      add.u32 %r2, %r2, 1;
      setp.lt.u32 %p1, %r2, %r1;
      @%p1 bra FILL;
      mov.u32 %r3, 0;
      ADD:
      sub.u32 %r2, %r2, 1;
      mul.wide.u32 %d4, %r2, 4;
      add.u64 %d5, %d2, %d4;
      ld.local.u32 %r4, [%d5];
      add.u32 %r3, %r3, %r4;
      setp.gt.u32 %p1, %r2, 0;
      @%p1 bra ADD;
      and.b64 %d6, %d2, 15;
      cvt.u32.u64 %r5, %d6;
      mad.lo.u32 %r3, %r5, 10000, %r3;
      st.param.u32 [r], %r3;
      ret;
      }
      .visible .entry k(.param .u64 out)
      {
      .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %d<8>;
      .local .align 4 .b8 mine[8];
      ld.param.u64 %d1, [out];
      mov.u32 %r1, %tid.x;
      st.local.u32 [mine+4], %r1;
      mov.u32 %r6, 0;
      mov.u32 %r7, 0;
      AGAIN:
      add.u32 %r2, %r1, 1;
      .param .u32 a; .param .u32 b;
      st.param.u32 [a], %r2;
      call (b), sum, (a);
      ld.param.u32 %r3, [b];
      add.u32 %r6, %r6, %r3;
      add.u32 %r7, %r7, 1;
      setp.lt.u32 %p1, %r7, 50;
      @%p1 bra AGAIN;
      ld.local.u32 %r4, [mine+4];
      add.u32 %r6, %r6, %r4;
      mul.wide.u32 %d2, %r1, 4;
      add.u64 %d3, %d1, %d2;
      st.global.u32 [%d3], %r6;
      ret;
      }
      """;

  private static int[] threads(IntUnaryOperator value) {
    return java.util.stream.IntStream.range(0, 64).map(value).toArray();
  }

  /** 50 calls of 256 bytes fit into 1024: each call gives its room back. */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void whatAFunctionTookIsFreeWhenItReturns(String divergence) {
    TestGpu gpu = TestGpu.with("core.divergence=" + divergence);
    long out = gpu.allocate(256);
    KernelRun run = gpu.run(ALLOCATING, 1, 64, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 64)).isEqualTo(threads(t -> 50 * (t * (t + 1) / 2) + t));
  }

  @Test
  void whatDoesNotFitIsAFault() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.run(
            ALLOCATING.replace("add.u32 %r2, %r1, 1;", "mov.u32 %r2, 300;"),
            1,
            1,
            gpu.allocate(256));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .contains(
            "stack overflow: 1200 more bytes do not fit into the thread's stack of 1024"
                + " (cudaLimitStackSize, --stack), 1 call deep: k -> sum (line 47)");
  }

  @Test
  void aStackGoesBackToWhereItWasSaved() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(64);
    String body =
        """
        mov.u64 %rd2, 40;
        alloca.u64 %rd3, %rd2;
        stacksave.u64 %rd4;
        alloca.u64 %rd5, %rd2, 64;
        stackrestore.u64 %rd4;
        alloca.u64 %rd6, %rd2;
        sub.u64 %rd7, %rd4, %rd3;
        st.global.u64 [%rd1], %rd7;
        sub.u64 %rd7, %rd6, %rd4;
        st.global.u64 [%rd1+8], %rd7;
        and.b64 %rd7, %rd5, 63;
        st.global.u64 [%rd1+16], %rd7;
        mov.u32 %r1, 8;
        alloca.u32 %r2, %r1;
        cvt.u64.u32 %rd8, %r2;
        st.local.u64 [%rd8], %rd2;
        ld.local.u64 %rd9, [%r2];
        st.global.u64 [%rd1+24], %rd9;
        ret;
        """;
    KernelRun run = gpu.run(TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + body), 1, 1, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readLongs(out, 4)).containsExactly(48, 0, 0, 40);
  }
}
