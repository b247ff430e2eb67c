package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code atom} and {@code red} on vectors: each element is a separate atomic. */
class VectorAtomicTest {
  private static int[] run(TestGpu gpu, int grid, int block, String body, long memory, int words) {
    String ptx =
        TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + "ret;\n");
    KernelRun run = gpu.run(ptx, grid, block, memory);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(memory, words);
  }

  private static int bits(float value) {
    return Float.floatToRawIntBits(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@%p1 "})
  void everyElementIsAdded(String guard) {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(bits(1), bits(10), bits(100), bits(1000));
    int[] words =
        run(
            gpu,
            3,
            64,
            """
            and.b32 %%r4, %%r1, 1;
            setp.eq.u32 %%p1, %%r4, 0;
            mov.f32 %%f1, 0f3F800000; mov.f32 %%f2, 0f40000000;
            mov.f32 %%f3, 0f40400000; mov.f32 %%f4, 0f40800000;
            %sred.global.add.v4.f32 [%%rd1], {%%f1, %%f2, %%f3, %%f4};
            """
                .formatted(guard),
            memory,
            4);
    int threads = guard.isEmpty() ? 192 : 96;
    assertThat(words)
        .containsExactly(
            bits(1 + threads),
            bits(10 + 2 * threads),
            bits(100 + 3 * threads),
            bits(1000 + 4 * threads));
  }

  /** All operands are read before a result is written, in any order of operands. */
  @Test
  void resultsAreTheOldElements() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(bits(1), bits(10), 0, 0, 0, 0);
    int[] words =
        run(
            gpu,
            1,
            1,
            """
            mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000;
            atom.relaxed.gpu.global.v2.f32.add {%f1, %f2}, [%rd1], {%f2, %f1};
            st.global.v2.f32 [%rd1+8], {%f1, %f2};
            atom.global.add.v2.f32 {_, %f3}, [%rd1], {%f1, %f2};
            st.global.f32 [%rd1+16], %f3;
            """,
            memory,
            5);
    assertThat(words).containsExactly(bits(4), bits(21), bits(1), bits(10), bits(11));
  }

  @Test
  void halvesAreAddedAndCompared() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(0x3c003c00, 0x3c003c00, 0xbc00, 0);
    int[] words =
        run(
            gpu,
            1,
            1,
            """
            mov.b32 %r3, 0x40003c00; mov.b32 %r4, 0x3c004000;
            red.global.add.noftz.v2.f16x2 [%rd1], {%r3, %r4};
            mov.b16 %h1, 0x4000; mov.b16 %h2, 0xc000; mov.b16 %h3, 0xc000; mov.b16 %h4, 0x3c00;
            red.global.v4.f16.max.noftz [%rd1+8], {%h1, %h2, %h3, %h4};
            """,
            memory,
            4);
    assertThat(words).containsExactly(0x42004000, 0x40004200, 0x00004000, 0x3c000000);
  }

  @Test
  void theVectorMustBeAligned() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(new int[8]);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out",
            Snippets.PROLOGUE
                + "mov.f32 %f1, 0f3F800000;\nred.global.add.v2.f32 [%rd1+4], {%f1, %f1};\nret;\n");
    KernelRun run = gpu.run(ptx, 1, 1, memory);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .contains("misaligned address: global address")
        .contains("of an access to 8 bytes");
    assertThat(gpu.readInts(memory, 8)).containsOnly(0);
  }
}
