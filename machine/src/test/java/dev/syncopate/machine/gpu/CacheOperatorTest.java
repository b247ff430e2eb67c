package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that pass the L1 by (PTX ISA, "Cache Operators"). */
class CacheOperatorTest {
  /**
   * CTA 0 has the word in its L1 and waits until CTA 1, on the other unit, has written it; then it
   * reads once more.
   */
  private static final String SECOND_LOOK =
      """
      setp.eq.u32 %p1, %r30, 1;
      @%p1 bra WRITER;
      ld.global.u32 %r4, [%rd1+128];
      st.relaxed.gpu.global.u32 [%rd1+256], 1;
      WAIT:
      ld.relaxed.gpu.global.u32 %r5, [%rd1+384];
      setp.eq.u32 %p2, %r5, 0;
      @%p2 bra WAIT;
      LOAD %r3, [%rd1+128];
      st.global.u32 [%rd1], %r3;
      ret;
      WRITER:
      ld.relaxed.gpu.global.u32 %r5, [%rd1+256];
      setp.eq.u32 %p2, %r5, 0;
      @%p2 bra WRITER;
      st.global.u32 [%rd1+128], 7;
      fence.acq_rel.gpu;
      st.relaxed.gpu.global.u32 [%rd1+384], 1;
      ret;
      """;

  @ParameterizedTest
  @CsvSource({
    "ld.global.u32, 0",
    "ld.global.ca.u32, 0",
    "ld.global.cg.u32, 7",
    "ld.global.cv.u32, 7",
    "ld.relaxed.gpu.global.u32, 7"
  })
  void whatIsInTheL1IsNotReadByALoadThatPassesItBy(String load, int value) {
    for (String protocol : new String[] {"gpu", "brsp", "srsp", "srsp-opt"}) {
      TestGpu gpu = new TestGpu(TestGpu.machine(), protocol, 1);
      long out = gpu.allocate(512);
      String ptx =
          TestGpu.kernel(
              ".param .u64 out",
              Snippets.PROLOGUE + Snippets.IDS + SECOND_LOOK.replace("LOAD", load));
      KernelRun run = gpu.run(ptx, 2, 1, out);
      assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
      assertThat(gpu.readInts(out, 1)[0]).as(protocol).isEqualTo(value);
    }
  }

  /** What the thread itself has written is seen, though it is still in the L1. */
  @ParameterizedTest
  @ValueSource(strings = {"cg", "cv"})
  void ownStoresAreSeen(String operator) {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 64);
    String ptx =
        Snippets.each(
            """
            mul.wide.u32 %rd2, %r2, 4;
            add.u64 %rd3, %rd1, %rd2;
            add.u32 %r4, %r2, 5;
            st.global.u32 [%rd3], %r4;
            ld.global.OP.u32 %r3, [%rd3];
            """
                .replace("OP", operator));
    KernelRun run = gpu.run(ptx, 1, 64, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(run.statistics().get("l1.loads")).isZero();
    assertThat(run.statistics().get("l1.forwarded")).isPositive();
    int[] values = gpu.readInts(out, 64);
    for (int i = 0; i < 64; i++) {
      assertThat(values[i]).isEqualTo(i + 5);
    }
  }

  /** Asynchronous copies as well: {@code .cg} leaves nothing in the L1. */
  @ParameterizedTest
  @CsvSource({"cg, 0", "ca, 1"})
  void asynchronousCopiesPassTheL1ByAlike(String operator, int loads) {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 64);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out",
            ".shared .align 16 .b8 buffer[512];\n"
                + Snippets.PROLOGUE
                + Snippets.IDS
                + """
                mov.u32 %r5, buffer;
                cp.async.OP.shared.global [%r5], [%rd1], 16;
                cp.async.wait_all;
                """
                    .replace("OP", operator)
                + Snippets.STORE);
    KernelRun run = gpu.run(ptx, 1, 1, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(run.statistics().get("l1.loads")).isEqualTo(loads);
  }
}
